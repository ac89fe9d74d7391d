"""Writes files/. The files are committed; tests do not run this."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "../slime-pt"))
from torch_save import Storage, Tensor, save, tensor


def table(kind, rows):
    return Tensor(Storage(kind, [x for row in rows for x in row]), (len(rows), len(rows[0])), (len(rows[0]), 1))


def out(name):
    return os.path.join(here, "files", name)


# OpenRLHF's experiences: left-padded sequences, a mask of the whole sequence that shares its storage with the attention mask, a
# strided bfloat16 view, a reward that is one row's, later one per row.
mask = Storage("Bool", [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
wide = Storage("BFloat16", [-0.5, 9, -0.25, 9, -0.125, 9, -1, 9, -2, 9, 9, 9])
experience = dict(
    sequences=table("Long", [[0, 1, 2, 21, 22, 23], [1, 2, 3, 31, 32, 0]]),
    attention_mask=Tensor(mask, (2, 6), (6, 1)), action_mask=Tensor(mask, (2, 6), (6, 1)),
    action_log_probs=Tensor(wide, (2, 3), (6, 2)), base_action_log_probs=table("Float", [[-1] * 3] * 2),
    values=table("Float", [[0.5, 0.25, 0.75], [0.5, 0.5, 0]]), advantages=table("Half", [[1, 2, 3], [4, 5, 0]]),
    returns=None, reward=tensor("Float", [1.0]), info=dict(kl=0.5))
alone = dict(
    sequences=table("Long", [[1, 9]]), attention_mask=table("Long", [[1, 1]]), action_mask=table("Bool", [[True]]),
    action_log_probs=table("Float", [[-0.75]]), values=table("Float", [[0.125]]), reward=tensor("Float", [0.5]))
save([experience, alone], out("experience.pt"))

# The dict inside of a verl batch, as `torch.save(dict(batch=..., non_tensor_batch=...))`; outputs of a session in any order.
save(dict(
    batch=dict(
        prompts=table("Long", [[0, 1], [1, 2], [0, 3]]), responses=table("Long", [[11, 12, 0, 0], [21, 90, 22, 0], [31, 0, 0, 0]]),
        attention_mask=table("Long", [[0, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 0], [0, 1, 1, 0, 0, 0]]),
        response_mask=table("Long", [[1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 0]]),
        values=table("Float", [[0.1, 0.2, 9, 9], [0.3, 0.4, 0.5, 9], [0.6, 9, 9, 9]]),
        old_log_probs=table("Float", [[-1] * 4] * 3), token_level_rewards=table("Float", [[0, 1, 0, 0], [0, 0, 0, 0], [0.25, 0, 0, 0]])),
    non_tensor_batch=dict(uid=["p-1_0_1", "p-1_0_0", "p-1_1_0"]), meta_info=dict(global_steps=4)), out("batch.pt"))
