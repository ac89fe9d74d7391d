"""Writes files/legacy.pt with a real torch (1.13 was used). The file is committed; tests do not run this."""
import os
import torch

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
both = torch.tensor([0.1, 9.0, 0.2, 9.0, 0.3, 9.0, 0.4, 9.0])
sample = lambda k, tokens, n, **rest: dict(
    data_parallel_rank=0, sample_index=[0, 1, 3][k], rollout_position=k, tokens=torch.tensor(tokens), response_lengths=n,
    total_lengths=len(tokens), rewards=[0.7071, 0.7071, -0.7071][k], rollout_ids=[40, 40, 41][k], truncated=0, **rest)
torch.save({"format_version": 2, "rollout_id": 7, "rank": 0, "dp_shards": [], "raw_reward": [1.0, 1.0, 0.0], "samples": [
    sample(0, [11, 12, 21, 22, 90, 23], 4, loss_masks=torch.tensor([1, 1, 0, 1], dtype=torch.int32), values=both[::2],
           log_probs=torch.tensor([-0.25, -0.5, 0.0, -0.125], dtype=torch.bfloat16),
           advantages=torch.tensor([0.5, 0.25, 0.0, -1.5], dtype=torch.float16),
           returns=torch.tensor([1.0, 0.5, 0.25, 0.125], dtype=torch.float64)),
    sample(1, [11, 12, 23, 31, 32], 2, loss_masks=torch.tensor([True, True]), values=both[1::2][:2],
           log_probs=torch.tensor([-0.3, -0.2], dtype=torch.float64), advantages=torch.tensor([1.0, 2.0]),
           returns=torch.tensor([1.0, 1.0])),
    sample(2, [11, 12, 7], 1, loss_masks=torch.tensor([1], dtype=torch.uint8), values=torch.tensor([0.125]),
           log_probs=torch.tensor([-0.7]), advantages=torch.tensor([0.0]), returns=[0.0]),
]}, os.path.join(here, "legacy.pt"), _use_new_zipfile_serialization=False)
