"""Writes files/ as miles' samples/codec.py packs them (needs numpy). The files are committed; tests do not run this."""
import json, os, struct
import numpy as np

here = os.path.join(os.path.dirname(__file__), "files")


def save(name, samples, session_metadata):
    tensors, metas = {}, []
    for k, sample in enumerate(samples):
        meta = {"nulls": []}
        for field, value in sample.items():
            dtype = {"tokens": "I64", "loss_mask": "U8", "rollout_log_probs": "F64", "rollout_routed_experts": "I32"}.get(field)
            if dtype is None:
                meta[field] = value
            elif value is None:
                meta["nulls"].append(field)
            else:
                kind = {"I64": "<i8", "U8": "u1", "F64": "<f8", "I32": "<i4"}[dtype]
                tensors["%s.%d" % (field, k)] = (dtype, np.asarray(value, kind))
        metas.append(meta)
    text = json.dumps({"samples": metas, "session_metadata": session_metadata, "empty_reason": None},
                      ensure_ascii=False, separators=(",", ":")).encode()
    tensors["_samples_meta"] = ("U8", np.frombuffer(text, np.uint8))
    # The library lays tensors out by falling size of item, then by name.
    order = sorted(tensors, key=lambda n: (-tensors[n][1].itemsize, n))
    header, data = {}, b""
    for n in order:
        dtype, array = tensors[n]
        header[n] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    with open(os.path.join(here, name), "wb") as file:
        file.write(struct.pack("<Q", len(head)) + head + data)


def sample(tokens, length, mask, log_probs, status="completed", **more):
    return {"tokens": tokens, "response": "..", "response_length": length, "loss_mask": mask, "rollout_log_probs": log_probs,
            "rollout_routed_experts": None, "status": status, "weight_versions": ["3"],
            "prefix_cache_info": {"cached_tokens": 2, "total_prompt_tokens": 3}, "metadata": {}, **more}


# Two leaves of a session's tree: the context was rewritten once, the second leaf begins anew.
save("session.safetensors", [
    sample([11, 12, 21, 22, 90, 23], 4, [1, 1, 0, 1], [-0.2, -0.4, 0.0, -0.1], reward=1.0,
           metadata={"leaf": {"node_id": 3, "parent": 1, "path_node_ids": [1, 3], "response_id": "r3"}}),
    sample([11, 12, 23, 31, 32], 2, [1, 1], [-0.3, -0.2], reward=1.0,
           metadata={"leaf": {"node_id": 5, "parent": 4, "path_node_ids": [4, 5], "response_id": "r5"}}),
], {"max_trim_tokens": 0})

# Version 1: no reward; no mask, cut off by the length limit, with a tensor that nothing here uses.
routed = np.arange(24).reshape(4, 3, 2)
save("no-reward.safetensors", [{**sample([1, 2, 3, 10, 11], 2, None, [-0.5, -0.1234567891234567], "truncated"),
                                "rollout_routed_experts": routed}], {})
