/** Containers that a trace can be written to. */
export const TRACE_FILES = ['jsonl', 'npz', 'parquet'] as const
export type TraceFileKind = (typeof TRACE_FILES)[number]
