"""Writes files/ (needs pyarrow). The files are committed; tests do not run this."""
import os
import pyarrow as pa
import pyarrow.parquet as pq

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
rows = [
    dict(step=3, prompt="2+2?", completion="It is 4", accuracy=1.0, format=0.5, source="m", advantage=0.7),
    dict(step=3, prompt="2+2?", completion="five", accuracy=0.0, format=0.5, source="m", advantage=-0.7),
    dict(step=3, prompt="3+3?", completion="6", accuracy=1.0, format=None, source="m", advantage=0.0),
]
pq.write_table(pa.Table.from_pylist(rows), os.path.join(here, "completions_00003.parquet"))
say = lambda role, content: dict(role=role, content=content)
rows = [
    dict(step=4, prompt=[say("system", "brief"), say("user", "2+2?")], completion=[say("assistant", "it is 4")],
         reward_len=0.25, advantage=0.1),
    dict(step=4, prompt=[say("system", "brief"), say("user", "2+2?")],
         completion=[say("assistant", "let me see"), say("tool", "4"), say("assistant", "it is 4")],
         reward_len=1.0, advantage=-0.1),
]
pq.write_table(pa.Table.from_pylist(rows), os.path.join(here, "chat.parquet"), compression="zstd")
nan = float("nan")
rows = [
    dict(step=5, prompt="4+4?", completion="8", accuracy=1.0, brevity=nan, golden="8", seconds=2.0, advantage=0.7),
    dict(step=5, prompt="4+4?", completion="nine, I guess", accuracy=0.0, brevity=0.25, golden="8", seconds=3.0, advantage=-0.7),
    dict(step=5, prompt="5+5?", completion="who knows", accuracy=nan, brevity=nan, golden="10", seconds=4.0, advantage=0.0),
]
pq.write_table(pa.Table.from_pylist(rows), os.path.join(here, "logged.parquet"))
