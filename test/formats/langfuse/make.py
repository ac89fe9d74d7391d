"""Writes sets/blob-storage/ (needs pyarrow): one export in its two tables. The files are committed; tests do not run this."""
import datetime
import json
import os
import pyarrow as pa
import pyarrow.parquet as pq

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sets/blob-storage")
say = lambda role, content: dict(role=role, content=content)
start = [say("system", "You fix code."), say("user", "fix adder")]
TIMES = ["start_time", "end_time"]


def seen(n, kind, prompt, answer, trace="lf9", level="DEFAULT"):
    at = datetime.datetime(2026, 1, 1, 0, 0, n, 963000, tzinfo=datetime.timezone.utc)
    return dict(id=f"{trace}-o{n}", trace_id=trace, project_id="p", environment="default", type=kind, start_time=at, end_time=at, name="n",
                level=level, status_message=None, input=json.dumps(prompt), output=json.dumps(answer), provided_model_name="m",
                total_cost=0.1, trace_name="agent", session_id=None)


rows = [
    seen(4, "GENERATION", [start[0], say("user", "Summary: it adds twice.")], say("assistant", "Green.")),
    seen(0, "SPAN", {}, {}),
    seen(1, "GENERATION", start, say("assistant", "Reading.")),
    seen(2, "GENERATION", start, None, level="ERROR"),
    seen(3, "GENERATION", start + [say("assistant", "Reading."), say("user", "def add")], say("assistant", "Fixed.")),
    seen(1, "GENERATION", [say("user", "2+2?")], say("assistant", "5"), trace="lf8"),
]
scores = [dict(id=f"s{t}", timestamp="2026-01-01 00:01:00.000000", project_id="p", trace_id=t, observation_id=None, name=name, value=value,
               source="API", data_type="NUMERIC", string_value=None) for t, name, value in [("lf9", "latency", 7.0), ("lf9", "reward", 1.0), ("lf8", "correctness", 0.0)]]
for folder, table in [("observations_v2", rows), ("scores", scores)]:
    os.makedirs(os.path.join(here, folder), exist_ok=True)
    pq.write_table(pa.Table.from_pylist(table), os.path.join(here, folder, "2026-01-01T00-00-00.parquet"), compression="zstd")
lines = [json.dumps({k: v.strftime("%Y-%m-%d %H:%M:%S.%f") if k in TIMES else v for k, v in row.items()}) for row in rows[:5]]
with open(os.path.join(here, "../../files/blob-storage.jsonl"), "w") as file:
    file.write("\n".join(lines) + "\n")
