"""A forked child neither answers nor keeps nor removes the control socket of its parent: control_fork.py"""
import ctypes, os, signal, socket, sys
from ctypes import c_char_p, c_int32, c_size_t, c_uint64, c_void_p

class Options(ctypes.Structure):
    _fields_ = [("size", c_size_t)] + [(name, c_int32) for name in ("width", "height", "format", "rate", "scale")] \
        + [(name, c_char_p) for name in ("role", "scenario", "outputs", "trace")] + [("seed", c_uint64)] \
        + [(name, c_int32) for name in ("has_seed", "is_fast", "strict", "overwrites", "no_audio", "bitrate")] \
        + [("on_event", ctypes.CFUNCTYPE(None, c_void_p, c_void_p)), ("user", c_void_p)]

def answers(path):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        try:
            client.connect(path)
        except ConnectionRefusedError:
            return False
        return b'"sessionId"' in client.makefile("rb").readline()

def begin():
    """In a process of its own, so that it can be killed."""
    library = ctypes.CDLL("libpsstudio.so.0")
    session = c_void_p()
    options = Options(ctypes.sizeof(Options), 64, 36, 1, 30, 1, outputs=b"null:")
    assert library.ps_session_create(ctypes.byref(options), ctypes.byref(session)) == 0
    assert library.ps_session_begin(session) == 0

path = os.environ["PSSTUDIO_CONTROL"]
ready, hold = os.pipe(), os.pipe()
parent = os.fork()
if parent == 0:
    begin()
    child = os.fork()
    if child == 0:
        os.read(hold[0], 1)
        sys.exit(0)  # With exit handlers.
    os.write(ready[1], child.to_bytes(8, "little"))
    signal.pause()
child = int.from_bytes(os.read(ready[0], 8), "little")
assert answers(path), "the parent does not answer"
os.kill(parent, signal.SIGKILL)
os.waitpid(parent, 0)
assert not answers(path), "the child keeps the socket"
os.write(hold[1], b"x")
while os.path.exists(f"/proc/{child}") and open(f"/proc/{child}/stat").read().rsplit(")", 1)[1].split()[0] != "Z":
    os.sched_yield()
assert os.path.exists(path), "the child removes the socket"
