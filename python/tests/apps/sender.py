"""Sends grey frames through psstudio's C library until it is stopped: sender.py [FAULT]

FAULT is `size` (frames of another size), `crash`, `hang` (ignores SIGTERM), `unhandled` (does not handle SIGTERM),
`exit` (ends at once with 9), or `frames=N` (ends after N frames).
"""

import ctypes
import os
import signal
import sys
import time
from ctypes import c_char_p, c_double, c_int32, c_size_t, c_uint64, c_void_p

WIDTH, HEIGHT = 128, 72
library = ctypes.CDLL(os.environ["PSSTUDIO_LIBRARY"])
library.ps_last_message.restype = c_char_p
fault = sys.argv[1] if len(sys.argv) > 1 else ""
is_stopped = False


class Options(ctypes.Structure):
    _fields_ = (
        [("size", c_size_t)]
        + [(name, c_int32) for name in ("width", "height", "format", "rate", "scale")]
        + [(name, c_char_p) for name in ("role", "scenario", "outputs", "trace")]
        + [("seed", c_uint64)]
        + [(name, c_int32) for name in ("has_seed", "is_fast", "strict", "overwrites", "no_audio", "bitrate")]
        + [("on_event", ctypes.CFUNCTYPE(None, c_void_p, c_void_p)), ("user", c_void_p)]
    )


def check(result):
    if result:
        sys.exit(library.ps_last_message().decode())


def stop(*_):
    global is_stopped
    is_stopped = True


if fault == "exit":
    sys.exit(9)
if fault == "hang":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
elif fault != "unhandled":
    signal.signal(signal.SIGTERM, stop)
session, sender = c_void_p(), c_void_p()
options = Options(ctypes.sizeof(Options), WIDTH, HEIGHT, 1, 30, 1, outputs=b"null:")
check(library.ps_session_create(ctypes.byref(options), ctypes.byref(session)))
check(library.ps_session_begin(session))
check(library.ps_session_wait_for_sender(session, c_double(10), ctypes.byref(sender)))
print("sending", flush=True)
most = int(fault[7:]) if fault.startswith("frames=") else 1 << 30
count = 0
while not is_stopped and count < most:
    width = WIDTH + 2 if fault == "size" and count == 5 else WIDTH
    frame = bytes([128]) * (width * HEIGHT * 3 // 2)
    result = library.ps_sender_send_video(sender, frame, c_size_t(len(frame)), width, HEIGHT, 1)
    samples = bytes(1600 * 4)
    result |= library.ps_sender_send_audio(sender, samples, c_size_t(len(samples)), 48000, 2)
    count += 1
    if result and width == WIDTH:
        break  # The studio has stopped.
    if fault == "crash" and count == 10:
        os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "size" and count == 20:
        break
    if fault != "hang" and library.ps_session_wait_for_next_frame(session):
        break
    if fault == "hang":
        time.sleep(1 / 30)
check(library.ps_session_finish(session, c_double(10)))
check(library.ps_session_close(session))
