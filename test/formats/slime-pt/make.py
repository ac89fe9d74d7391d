"""Writes files/ (needs numpy). The files are committed; tests do not run this."""
import os
from collections import OrderedDict
import numpy as np
from torch_save import Storage, Tensor, save, tensor

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
os.makedirs(here, exist_ok=True)


def sample(index, rollout, tokens, length, mask, reward, logp, meta=None, group=0, status="completed", **rest):
    return dict(group_index=group, index=index, rollout_id=rollout, prompt="Fix it", tokens=tokens, response="..",
                response_length=length, label="pass", reward=reward, loss_mask=mask, rollout_log_probs=logp,
                weight_versions=[], remove_sample=False, status=status, metadata={}, train_metadata=meta,
                session_id=None, non_generation_time=0.0, **rest)


# Reference example, a condensed rollout, and a sibling rollout that was cut off; loss_mask None = all ones.
save({"rollout_id": 7, "samples": [
    sample(0, 40, [11, 12, 21, 22, 90, 23], 4, [1, 1, 0, 1], 1.0, [-0.2, -0.4, 0.0, -0.1]),
    sample(1, 40, [11, 12, 23, 31, 32], 2, [1, 1], 1.0, [-0.3, -0.2], dict(segment_index=1, future_optimized_tokens=0)),
    sample(2, None, [11, 12, 151643, 5], 2, None, {"score": 0.5}, None, status="truncated"),
    sample(3, 41, [11, 12, 7], 1, [1], 0.0, [-0.7], group=1, status="aborted"),
]}, os.path.join(here, "rollout.pt"))

# CompactionRL fork: every segment numbered, out of order, protocol 4.
meta = lambda i, n: dict(trajectory_id="t-9", segment_index=i, segment_type=["execution", "summary"][i % 2],
                         optimized_tokens=n, compaction_count=2)
save({"rollout_id": 3, "metadata": {}, "samples": [
    sample(12, None, [1, 2, 5, 6], 2, [1, 1], 1.0, [-0.5, -0.6], meta(2, 2)),
    sample(10, None, [1, 2, 3, 4, 3], 3, [1, 0, 1], 1.0, [-0.1, 0.0, -0.2], meta(0, 2)),
    sample(11, None, [1, 2, 3, 8], 1, [1], 1.0, [-0.3], meta(1, 1)),
]}, os.path.join(here, "compaction.pt"), protocol=4)

# Train dump: tensors of several dtypes, a strided view, numpy arrays, normalised rewards beside raw ones.
both = Storage("Float", [0.1, 9.0, 0.2, 9.0, 0.3, 9.0, 0.4, 9.0])
train = lambda k, tokens, n, **rest: dict(
    data_parallel_rank=0, sample_index=[0, 1, 3][k], rollout_position=k, tokens=tensor("Long", tokens), response_lengths=n,
    total_lengths=len(tokens), rewards=[0.7071, 0.7071, -0.7071][k], rollout_ids=[40, 40, 41][k], truncated=0, **rest)
save({"format_version": 2, "rollout_id": 7, "rank": 0, "dp_shards": [], "raw_reward": [1.0, 1.0, 0.0], "samples": [
    train(0, [11, 12, 21, 22, 90, 23], 4, loss_masks=tensor("Int", [1, 1, 0, 1]), values=Tensor(both, (4,), (2,)),
          log_probs=tensor("BFloat16", [-0.25, -0.5, 0.0, -0.125]), advantages=tensor("Half", [0.5, 0.25, 0.0, -1.5]),
          returns=tensor("Double", [1.0, 0.5, 0.25, 0.125]), kl=tensor("Float", [0.0] * 4)),
    train(1, [11, 12, 23, 31, 32], 2, loss_masks=tensor("Bool", [True, True]), values=np.array([0.5, 0.75], "<f4"),
          log_probs=np.array([-0.3, -0.2], ">f8"), advantages=np.array([1.0, 2.0], "<f2"),
          returns=tensor("Float", [1.0, 1.0])),
    train(2, [11, 12, 7], 1, loss_masks=tensor("Byte", [1]), values=[np.float32(0.125)],
          log_probs=tensor("Float", [-0.7]), advantages=tensor("Float", [0.0]), returns=OrderedDict() or [0.0]),
]}, os.path.join(here, "train.pt"))

# miles: columns of lists.
save({"rollout_id": 2, "rank": 0, "cp_rank": 0, "cp_size": 1, "qkv_format": "thd", "rollout_data": dict(
    tokens=[tensor("Long", [1, 2, 3, 4]), tensor("Long", [1, 2, 9])], response_lengths=[2, 1], total_lengths=[4, 3],
    loss_masks=[tensor("Int", [1, 1]), tensor("Int", [1])], sample_index=[0, 1], rollout_ids=[5, 6],
    rewards=[0.5, -0.5], raw_reward=[1.0, 0.0], advantages=[tensor("Float", [0.5, 0.5]), tensor("Float", [-0.5])],
)}, os.path.join(here, "miles-train.pt"))

# A fork that keeps a rollout's segments inside of its sample, as one rollout of two contexts and one of a single one.
segment = lambda k, prompt, response, mask, logp, summary=False: dict(
    segment_id=k, type="execute", prompt_tokens=prompt, response_tokens=response, rollout_log_probs=logp, loss_mask=mask,
    trainable_token_count=sum(mask), compact_id=k if summary else None, contains_summary=summary, is_final_answer_segment=not summary, text="..")
inside = lambda *segments: dict(compaction=dict(enabled=True, trace_id=0, compact_count=len(segments) - 1, segments=list(segments), events=[]))
save({"rollout_id": 5, "samples": [
    sample(0, None, [1, 2, 3, 4, 5, 6, 7, 8, 9], 7, [1, 0, 1, 1, 1, 1, 1], 1.0, [-0.1, 0.0, -0.2, -0.3, -0.4, -0.5, -0.6],
           inside(segment(0, [1, 2], [3, 4, 5, 6], [1, 0, 1, 1], [-0.1, 0.0, -0.2, -0.3], True),
                  segment(1, [1, 2, 6], [7, 8, 9], [1, 1, 1], [-0.4, -0.5, -0.6]))),
    sample(1, None, [1, 2, 9], 1, [1], 0.0, [-0.7], inside(segment(0, [1, 2], [9], [1], [-0.7])), status="truncated"),
]}, os.path.join(here, "segments-inside.pt"))

# The train dump of a miles fork: siblings share an index, columns say which segment a row is; two of three ranks' rows, so
# that `partition` places them in `raw_reward`.
save({"rollout_id": 5, "rank": 1, "cp_rank": 0, "cp_size": 1, "qkv_format": "thd", "rollout_data": dict(
    partition=[1, 3, 4], tokens=[tensor("Long", [1, 2, 6, 7, 8]), tensor("Long", [1, 2, 3, 4, 5, 6]), tensor("Long", [1, 9])],
    response_lengths=[2, 4, 1], total_lengths=[5, 6, 2], loss_masks=[tensor("Int", [1, 1]), tensor("Int", [1, 0, 1, 1]), tensor("Int", [1])],
    sample_indices=[7, 7, 8], rewards=[0.5, 0.5, -0.5], raw_reward=[9.0, 1.0, 9.0, 1.0, 0.0, 9.0],
    compaction_trajectory_ids=["trajectory-a", "trajectory-a", "trajectory-b"], compaction_segment_indices=[1, 0, 0],
    compaction_segment_types=["execution", "summary", "execution"], compaction_subsequent_active_tokens=[0, 2, 0],
    compaction_trajectory_active_tokens=[5, 5, 1],
)}, os.path.join(here, "fork-train.pt"))
