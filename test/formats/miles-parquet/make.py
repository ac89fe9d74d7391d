"""Writes files/ (needs pyarrow). The files are committed; tests do not run this."""
import os
import pyarrow as pa
import pyarrow.parquet as pq

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
schema = pa.schema([
    ("sample_index", pa.int32()), ("response_length", pa.int32()), ("total_length", pa.int32()),
    ("tokens", pa.list_(pa.int32())), ("loss_mask", pa.list_(pa.int8())), ("rollout_log_probs", pa.list_(pa.float32())),
])


def row(k, tokens, mask, logp):
    return dict(sample_index=k, response_length=len(mask), total_length=len(tokens), tokens=tokens, loss_mask=mask,
                rollout_log_probs=logp)


def write(name, rows):
    pq.write_table(pa.Table.from_pylist(rows, schema), os.path.join(here, name), compression="zstd", row_group_size=8)


write("rollout_0.parquet", [row(0, [11, 12, 21, 22, 90, 23], [1, 1, 0, 1], [-0.2, -0.4, 0.0, -0.1]),
                            row(1, [11, 12, 7], [1], [-0.7])])
write("many.parquet", [row(k, [1, 2, *range(3, 4 + k)], [1] * (k + 1), [-0.5] * (k + 1)) for k in range(20)])
