"""Writes files/ (needs pyarrow). The files are committed; tests do not run this."""
import os
import pyarrow as pa
import pyarrow.parquet as pq

here = os.path.join(os.path.dirname(__file__), "files")
turn = pa.struct([("start", pa.int32()), ("end", pa.int32()), ("kind", pa.string()), ("tool", pa.string())])
schema = pa.schema([
    ("rollout_id", pa.string()), ("group_id", pa.string()), ("segment_index", pa.int32()),
    ("response_mask", pa.list_(pa.uint8())), ("response_ids", pa.list_(pa.int32())),
    ("prompt_ids", pa.list_(pa.int64())), ("values", pa.list_(pa.float32())),
    ("old_log_probs", pa.list_(pa.float64())), ("reward", pa.float64()), ("boundary", pa.string()),
    ("ended", pa.string()), ("turns", pa.list_(turn)), ("note", pa.string()),
])
rows = [
    dict(rollout_id="a", group_id="q", segment_index=0, response_mask=[1, 1, 0, 1], response_ids=[21, 22, 90, 23],
         prompt_ids=[11, 12], values=[0.1, 0.2, 0.3, 0.4], old_log_probs=[-0.2, -0.4, 0.0, -0.1], reward=None,
         boundary="summary", ended=None, note="x",
         turns=[dict(start=0, end=2, kind="action", tool="cat"), dict(start=2, end=3, kind="observation", tool="cat"),
                dict(start=3, end=4, kind="action", tool=None)]),
    dict(rollout_id="a", group_id="q", segment_index=1, response_mask=[1, 1], response_ids=[31, 32],
         prompt_ids=[11, 12, 23], values=[0.5, 0.6], old_log_probs=[-0.3, -0.2], reward=1.0, boundary=None,
         ended="terminated", turns=None, note=None),
    dict(rollout_id="b", group_id="q", segment_index=0, response_mask=[1], response_ids=[40], prompt_ids=[11, 12],
         values=[0.25], old_log_probs=[-1.5], reward=0.0, boundary=None, ended="truncated", turns=[], note=None),
]
pq.write_table(pa.Table.from_pylist(rows, schema), os.path.join(here, "plain.parquet"), compression="zstd")

# Integer ids above 2^53, bools for the mask, several row groups and pages, dictionary and delta encodings.
n = 40
wide = pa.schema([
    ("rollout_id", pa.int64()), ("segment_index", pa.int64()), ("response_mask", pa.list_(pa.bool_())),
    ("values", pa.list_(pa.float32())), ("policy_versions", pa.list_(pa.int64())), ("reward", pa.float32()),
])
rows = [
    dict(rollout_id=2**53 + 1 + i // 2, segment_index=i % 2, response_mask=[True, False, True][: 1 + i % 3],
         values=[0.125 * i] * (1 + i % 3), policy_versions=[3, -1, 4][: 1 + i % 3], reward=float(i // 2 % 2))
    for i in range(n)
]
pq.write_table(pa.Table.from_pylist(rows, wide), os.path.join(here, "groups.parquet"), compression="snappy",
               row_group_size=7, data_page_version="2.0", data_page_size=64)
pq.write_table(pa.Table.from_pylist(rows, wide), os.path.join(here, "gzip.parquet"), compression="gzip",
               use_dictionary=False)
