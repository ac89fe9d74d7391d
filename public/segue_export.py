"""Turns pickles of verl, SkyRL and ROLL into an npz that Segue opens.

    python3 segue_export.py STEP.pkl... -o trace.npz

Run it where the pickle was written: unpickling imports the trainer's own classes (verl, torch, ...), and it
can run code, so open only files that you trust. Only numpy is needed beyond what the pickle itself needs.

Reads a DataProto (`batch` of tensors, `non_tensor_batch` of arrays), a dict of the same two parts, a plain
dict of columns (SkyRL's TrainingInputBatch is one), or a list of any of these. What it maps is listed below, and
described in docs/formats.md. One row of the batch is one segment, from the first response token to the last.
"""

import argparse
import pickle
import re
import sys

import numpy as np

# Canonical column: names in the batch, the first that is there counts. All are [rows, response length].
COLUMNS = {
    "response_ids": ("responses", "response_ids", "output_ids", "input_ids", "sequences"),
    "values": ("values",),
    "old_log_probs": ("old_log_probs", "old_log_prob", "action_log_probs", "old_logprobs"),
    "rollout_log_probs": ("rollout_log_probs", "rollout_logprobs", "infer_logprobs"),
    "log_probs": ("log_probs", "logprobs"),
    "rewards": ("token_level_rewards", "token_level_scores", "rm_scores", "rewards", "scores"),
    "advantages": ("advantages",),
    "returns": ("returns",),
}
MASKS = ("response_mask", "loss_mask", "response_level_mask", "action_mask")
# ROLL's have no number for the first token of the sequence, which nobody sampled.
SHIFTED = ("infer_logprobs", "old_log_probs", "log_probs", "values", "advantages")
# Ids per row.
ROLLOUTS = ("rollout_id", "traj_id", "trajectory_id", "request_id", "trajectory_ids")
GROUPS = ("uid", "uids", "group_id", "traj_group_id", "instance_ids", "prompt_id")
# Outcome of the rollout, on each of its rows.
OUTCOMES = ("episode_scores", "episode_score", "episode_reward", "outcome")
# Training step in the batch's meta_info (verl, ROLL) or metadata (SkyRL), else in the file's name.
STEPS = ("global_steps", "global_step")
ORDERS = ("segment_index", "branch_or_step_idx", "index_in_rollout")


def as_array(x):
    """A tensor, list or array as a numpy array; bfloat16 as float32."""
    if hasattr(x, "detach"):
        x = x.detach().cpu()
        try:
            return x.numpy()
        except TypeError:
            return x.float().numpy()
    return np.asarray(x)


def parts(obj):
    """(batch, non-tensor batch, training step or None, rows that only pad) of each batch in an object; plain dicts."""
    if isinstance(obj, (list, tuple)):
        return [pair for one in obj for pair in parts(one)]
    own = obj if isinstance(obj, dict) else getattr(obj, "__dict__", {})
    about = getattr(obj, "metadata", None)
    if isinstance(obj, dict) and isinstance(about, dict):
        # SkyRL: a dict of tensors that carries its ids beside them.
        own = dict(obj, metadata=about)
        obj = dict(obj, **{name: x for name, x in about.items() if isinstance(x, (list, tuple, np.ndarray))})
    batch, other = own.get("batch"), own.get("non_tensor_batch")
    if batch is None and isinstance(obj, dict):
        batch, other = obj, obj
    if batch is None:
        sys.exit("segue_export: a %s has no `batch`; it was not written by a trainer this script knows."
                 % type(obj).__name__)
    pick = lambda table: {str(key): table[key] for key in table.keys()} if table is not None else {}
    return [(pick(batch), pick(other), step_in(own), padding_in(own))]


def step_in(own):
    for about in (own.get("meta_info"), own.get("metadata")):
        for name in STEPS if isinstance(about, dict) else ():
            if np.ndim(about.get(name)) == 0 and isinstance(about.get(name), (int, float, np.number)):
                return float(about[name])
    return None


def padding_in(own):
    about = own.get("metadata")
    return int(about.get("pad_size") or 0) if isinstance(about, dict) else 0


def step_in_name(path):
    """12 for global_step_12_training_input.pkl (SkyRL) and step_000012.pkl (ROLL)."""
    found = re.search(r"(?:^|[_/\\])step_(\d+)", path)
    return float(found.group(1)) if found else None


def first(table, names):
    for name in names:
        if table.get(name) is not None:
            return name
    return None


def masks(batch, width):
    """Twice [rows, width] of 0 and 1: where the policy sampled the token, and where there is a response at all."""
    name = first(batch, MASKS)
    if name is None:
        name = "attention_mask"
        if batch.get(name) is None:
            sys.exit("segue_export: none of %s and no attention_mask; the batch holds %s."
                     % (", ".join(MASKS), ", ".join(sorted(batch)) or "nothing"))
        print("segue_export: no response mask, so every attended response token counts as an action.",
              file=sys.stderr)
    # A mask over prompt and response ends with the response.
    last = lambda mask: (as_array(mask)[:, -width:] != 0).astype(np.uint8)
    response = last(batch[name])
    # SkyRL has both: tool output is response, but the loss leaves it out.
    trained = batch.get("loss_mask")
    return (response if trained is None else last(trained)), response


def spans(batch, response):
    """First response token of every row and the place behind its last attended one: tool output included, padding not."""
    width = response.shape[1]
    seen = response
    if batch.get("attention_mask") is not None:
        seen = np.maximum(seen, as_array(batch["attention_mask"])[:, -width:] != 0)
    end = np.where(seen.any(axis=1), width - seen[:, ::-1].argmax(axis=1), 0)
    # Before the first token of the response stand its prompt (ROLL) or padding (SkyRL).
    start = np.where(response.any(axis=1), response.argmax(axis=1), 0)
    return start, end


def prompt_lengths(batch, width, start):
    """Attended tokens before the response; None where no mask covers the prompt."""
    attended = batch.get("attention_mask")
    if attended is None:
        return None
    attended = as_array(attended) != 0
    first_place = attended.shape[1] - width + start
    return (attended & (np.arange(attended.shape[1]) < first_place[:, None])).sum(axis=1)


def width_of(batch):
    for names in (COLUMNS["response_ids"][:3], ("values",), ("advantages",), COLUMNS["old_log_probs"], MASKS):
        name = first(batch, names)
        if name is None:
            continue
        width = as_array(batch[name]).shape[1]
        if name in MASKS and any(
                batch.get(other) is not None and as_array(batch[other]).shape[1:] == (width - 1,) for other in SHIFTED):
            return width - 1
        return width
    sys.exit("segue_export: no column with one number per response token; the batch holds %s."
             % (", ".join(sorted(batch)) or "nothing"))


def key(x):
    """An id as text; SkyRL's trajectory ids are objects."""
    if isinstance(x, bytes):
        return x.decode()
    if isinstance(x, dict):
        return "/".join(str(x[k]) for k in sorted(x))
    if hasattr(x, "instance_id"):
        return "%s/%s" % (x.instance_id, getattr(x, "repetition_id", 0))
    return str(x)


def places(other, rows, before):
    """Rollout, group and segment index per row."""
    get = lambda name: [key(x) for x in np.asarray(other[name], dtype=object).ravel()]
    rollout, group = first(other, ROLLOUTS), first(other, GROUPS)
    groups = get(group) if group else None
    if rollout:
        ids = get(rollout)
    elif groups and all(len(uid.rsplit("_", 2)) == 3 for uid in groups):
        # verl V1: {prompt}_{session}_{output}; outputs of a session are the segments of one rollout.
        split = [uid.rsplit("_", 2) for uid in groups]
        ids = ["%s_%s" % (prompt, session) for prompt, session, _ in split]
        return ids, [prompt for prompt, _, _ in split], [int(index) for _, _, index in split]
    elif other.get("is_last_step") is not None:
        # SkyRL, step by step: the steps of a rollout follow each other.
        last = np.asarray(other["is_last_step"]).ravel().astype(bool)
        ids = ["rollout %d" % (before + k + 1) for k in np.cumsum(last) - last]
    else:
        ids = ["row %d" % (before + r + 1) for r in range(rows)]
    order = first(other, ORDERS)
    if order:
        return ids, groups, [int(x) for x in np.asarray(other[order]).ravel()]
    # Several rows of one rollout stand in the order of the batch.
    seen, index = {}, []
    for one in ids:
        index.append(seen.get(one, 0))
        seen[one] = index[-1] + 1
    return ids, groups, index


def outcomes(other, ids):
    """The outcome on every row, nan = not recorded; of rows of one rollout that disagree the last one's."""
    name = first(other, OUTCOMES)
    if name is None:
        return [np.nan] * len(ids)
    last = dict(zip(ids, (float(x) for x in as_array(other[name]).ravel())))
    return [last[one] for one in ids]


def gaps_closed(ids, index):
    """Segment indices as 0, 1, 2, ... per rollout; a step counter may start elsewhere."""
    ranks = {}
    for one, i in zip(ids, index):
        ranks.setdefault(one, set()).add(i)
    ranks = {one: {i: k for k, i in enumerate(sorted(found))} for one, found in ranks.items()}
    return [ranks[one][i] for one, i in zip(ids, index)]


def export(objects, steps=()):
    """Columns of the npz for a list of unpickled objects; `steps` are used for those that say none."""
    flat, per_row = {}, {"rollout_id": [], "group_id": [], "segment_index": [], "step": [], "reward": [], "prompt": []}
    cuts, masked, total = [0], [], 0
    steps = list(steps) or [None] * len(objects)
    found = [(one, step) for obj, step in zip(objects, steps) for one in parts(obj)]
    for (batch, other, own_step, padding), named in found:
        width = width_of(batch)
        mask, response = masks(batch, width)
        rows = mask.shape[0] - padding
        start, end = spans(batch, response)
        end = np.where(np.arange(mask.shape[0]) < rows, end, start)
        used = (np.arange(width) >= start[:, None]) & (np.arange(width) < end[:, None])
        masked.append(mask[used])
        cuts.extend((cuts[-1] + np.cumsum(used.sum(axis=1)[:rows])).tolist())
        before = prompt_lengths(batch, width, start)
        per_row["prompt"] += [0] * rows if before is None else before[:rows].tolist()
        for column, names in COLUMNS.items():
            name = first(batch, names)
            data = None if name is None else as_array(batch[name])
            if data is None or data.ndim != 2 or data.shape[0] != mask.shape[0]:
                continue
            # A column over prompt and response ends with the response.
            if data.shape[1] >= width:
                kind = np.int32 if column == "response_ids" else np.float32
                kind = np.float64 if data.dtype == np.float64 and kind is np.float32 else kind
                part = data[:, -width:][used].astype(kind)
                flat.setdefault(column, {})[total] = part
        ids, groups, index = (part and part[:rows] for part in places(other, rows, len(per_row["rollout_id"])))
        per_row["rollout_id"] += ids
        per_row["reward"] += outcomes(other, ids)
        per_row["group_id"] += groups or [""] * rows
        per_row["segment_index"] += index
        step = named if own_step is None else own_step
        per_row["step"] += [np.nan if step is None else step] * rows
        total += 1
    sizes = [len(part) for part in masked]
    columns = {
        "cu_seqlens": np.asarray(cuts, dtype=np.int64),
        "response_mask": np.concatenate(masked) if masked else np.zeros(0, np.uint8),
        "rollout_id": np.asarray(per_row["rollout_id"], dtype=str),
        "segment_index": np.asarray(
            gaps_closed(per_row["rollout_id"], per_row["segment_index"]), dtype=np.int32),
    }
    if any(per_row["group_id"]):
        columns["group_id"] = np.asarray(per_row["group_id"], dtype=str)
    if not np.isnan(per_row["reward"]).all():
        columns["reward"] = np.asarray(per_row["reward"], dtype=np.float64)
    if any(per_row["prompt"]):
        columns["cu_seqlens_prompt"] = np.cumsum([0] + per_row["prompt"], dtype=np.int64)
    if not np.isnan(per_row["step"]).all():
        columns["step"] = np.asarray(per_row["step"], dtype=np.float64)
    for column, found in flat.items():
        # NaN in all of a row, or -1 for ids, is a row without the column.
        fill = -1 if column == "response_ids" else np.nan
        kind = found[min(found)].dtype
        columns[column] = np.concatenate(
            [found.get(k, np.full(size, fill, kind)) for k, size in enumerate(sizes)])
    return columns


def load(path):
    with open(path, "rb") as file:
        try:
            if file.read(2) == b"PK":
                # torch.save makes a zip around its pickle.
                import torch

                return torch.load(path, map_location="cpu", weights_only=False)
            file.seek(0)
            return pickle.load(file)
        except ModuleNotFoundError as error:
            sys.exit("segue_export: %s needs the package `%s`; run this where the file was written."
                     % (path, error.name))
        except (pickle.UnpicklingError, AttributeError, EOFError) as error:
            sys.exit("segue_export: %s is no pickle that can be read here (%s)." % (path, error))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pickles", nargs="+", metavar="PICKLE")
    parser.add_argument("-o", "--output", default="trace.npz")
    options = parser.parse_args()
    columns = export([load(path) for path in options.pickles], [step_in_name(path) for path in options.pickles])
    np.savez_compressed(options.output, **columns)
    rollouts = len(set(columns["rollout_id"].tolist()))
    print("%s: %d rollouts, %d segments, %d tokens, %d of them actions; columns %s"
          % (options.output, rollouts, len(columns["rollout_id"]), len(columns["response_mask"]),
             int(columns["response_mask"].sum()), ", ".join(sorted(columns))))


if __name__ == "__main__":
    main()
