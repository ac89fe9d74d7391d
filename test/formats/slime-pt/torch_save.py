"""torch.save without torch: the same pickle opcodes and zip layout, for small test files."""
import pickle, struct, sys, types, zipfile

FORMATS = {"Float": "f", "Double": "d", "Half": "e", "Long": "q", "Int": "i", "Short": "h", "Byte": "B", "Bool": "?"}


def module(name):
    if name not in sys.modules:
        sys.modules[name] = types.ModuleType(name)
    return sys.modules[name]


def named(mod, name):
    """A class that pickles as GLOBAL `mod name`."""
    made = type(name, (), {"__module__": mod, "__qualname__": name})
    setattr(module(mod), name, made)
    return made


def rebuild(*_):
    pass


rebuild.__module__, rebuild.__qualname__ = "torch._utils", "_rebuild_tensor_v2"
module("torch")
module("torch._utils")._rebuild_tensor_v2 = rebuild
STORAGE = {k: named("torch", f"{k}Storage") for k in [*FORMATS, "BFloat16"]}


class Storage:
    def __init__(self, kind, values):
        self.kind, self.n = kind, len(values)
        if kind == "BFloat16":
            self.raw = b"".join(struct.pack("<f", v)[2:] for v in values)
        else:
            self.raw = struct.pack(f"<{len(values)}{FORMATS[kind]}", *values)


class Tensor:
    def __init__(self, storage, size=None, stride=(1,), offset=0):
        self.storage, self.stride, self.offset = storage, stride, offset
        self.size = size or (storage.n,)

    def __reduce__(self):
        from collections import OrderedDict
        return rebuild, (self.storage, self.offset, self.size, self.stride, False, OrderedDict())


def tensor(kind, values):
    return Tensor(Storage(kind, values))


def save(root, path, protocol=2):
    storages = []

    class Pickler(pickle._Pickler):
        def persistent_id(self, x):
            if not isinstance(x, Storage):
                return None
            if x not in storages:
                storages.append(x)
            return ("storage", STORAGE[x.kind], str(storages.index(x)), "cuda:0", x.n)

    import io
    out = io.BytesIO()
    Pickler(out, protocol).dump(root)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as z:
        def write(name, data):
            z.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
        write("archive/data.pkl", out.getvalue())
        write("archive/byteorder", "little")
        for k, s in enumerate(storages):
            write(f"archive/data/{k}", s.raw)
        write("archive/version", "3\n")
