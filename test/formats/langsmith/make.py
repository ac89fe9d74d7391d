"""Writes files/runs.parquet and sets/bulk/ (needs pyarrow) with the columns of a LangSmith bulk export. The files are
committed; tests do not run this."""
import datetime
import json
import os
import pyarrow as pa
import pyarrow.parquet as pq

here = os.path.dirname(os.path.abspath(__file__))
TEXTS = ["id", "trace_id", "parent_run_id", "dotted_order", "parent_run_ids", "name", "run_type", "status", "error",
         "trace_tier", "inputs", "outputs", "extra", "events", "tags", "feedback_stats", "reference_example_id",
         "session_id", "tenant_id"]
TIMES = ["start_time", "end_time", "first_token_time"]
COUNTS = ["total_tokens", "prompt_tokens", "completion_tokens"]
COSTS = ["total_cost", "prompt_cost", "completion_cost"]
SCHEMA = pa.schema([(n, pa.string()) for n in TEXTS] + [("is_root", pa.bool_())] + [(n, pa.timestamp("us", tz="UTC")) for n in TIMES]
                   + [(n, pa.int64()) for n in COUNTS] + [(n, pa.float64()) for n in COSTS])


def run(trace, n, kind, inputs, outputs, **rest):
    at = datetime.datetime(2026, 1, 1, 0, 0, n, tzinfo=datetime.timezone.utc)
    order = f"20260101T000000000000Z{trace}"
    return dict(id=f"{trace}-{n}" if n else trace, trace_id=trace, parent_run_id=trace if n else None, is_root=n == 0,
                dotted_order=order + (f".20260101T0000{n:02}000000Z{trace}-{n}" if n else ""), parent_run_ids=json.dumps([trace] if n else []),
                name="agent" if n == 0 else "ChatOpenAI", run_type=kind, status="success", start_time=at, end_time=at, trace_tier="longlived",
                total_tokens=20, prompt_tokens=12, completion_tokens=8, inputs=json.dumps(inputs), outputs=outputs and json.dumps(outputs), extra="{}",
                events="[]", tags="[]", session_id="p1", tenant_id="w1") | rest


say = lambda role, content, **rest: dict(role=role, content=content, **rest)
made = lambda kind, content, **rest: dict(lc=1, type="constructor", id=["langchain", "schema", "messages", kind], kwargs=dict(content=content, **rest))
call = [dict(name="read", args=dict(path="adder.py"), id="c1", type="tool_call")]
start = [made("SystemMessage", "You fix code."), made("HumanMessage", "fix adder")]
answer = lambda message: dict(generations=[[dict(text=message["kwargs"]["content"], message=message)]], llm_output=None)

# Rows in no order of time, as a warehouse writes them: two calls, a context that was made anew, a call; feedback at the root.
adder = [
    run("t1", 3, "llm", dict(messages=[[start[0], made("HumanMessage", "Summary: it adds twice.")]]), answer(made("AIMessage", "Done."))),
    run("t1", 0, "chain", dict(input="fix adder"), dict(output="Done."), feedback_stats=json.dumps(dict(correctness=dict(n=1, avg=1.0)))),
    run("t1", 1, "llm", dict(messages=[start]), answer(made("AIMessage", "Reading.", tool_calls=call))),
    run("t1", 4, "tool", dict(input="adder.py"), dict(output="def add")),
    run("t1", 2, "llm", dict(messages=[start + [made("AIMessage", "Reading.", tool_calls=call), made("ToolMessage", "def add", tool_call_id="c1")]]),
        answer(made("AIMessage", "Fixed."))),
]
# OpenAI's own shape, without `dotted_order`; the first attempt failed.
sums = [
    run("t2", 1, "llm", dict(messages=[say("user", "2+2")]), None, status="error", error="Timeout", dotted_order=None),
    run("t2", 2, "llm", dict(messages=[say("user", "2+2")]), dict(choices=[dict(message=say("assistant", "4"))]), dotted_order=None),
    run("t2", 5, "llm", dict(messages=[say("user", "2+2"), say("assistant", "4"), say("user", "+1")]),
        dict(choices=[dict(message=say("assistant", "5"))]), dotted_order=None),
]


def write(path, rows, codec):
    path = os.path.join(here, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows, schema=SCHEMA), path, compression=codec, row_group_size=3)


write("files/runs.parquet", adder + sums[::-1], "zstd")
day = "sets/bulk/export_id=e1/tenant_id=w1/session_id=p1/runs/year=2026/month=01/day="
write(day + "01/part-0.parquet", adder[:2], "gzip")
write(day + "02/part-0.parquet", adder[2:], "gzip")
