"""A sender for Production Studio in Python on psstudio's C library: sends until the studio stops or SIGTERM comes.

With the word "faulty", every tenth frame is larger than declared.
"""

import ctypes
import signal
import sys
from ctypes import c_char_p, c_double, c_int32, c_size_t, c_uint64, c_void_p

WIDTH, HEIGHT = 320, 180
IS_FAULTY = "faulty" in sys.argv
library = ctypes.CDLL("libpsstudio.so.0")
library.ps_last_message.restype = c_char_p
is_stopped = False


class Options(ctypes.Structure):
    """`ps_session_options` of psstudio.h."""

    _fields_ = (
        [("size", c_size_t)]
        + [(name, c_int32) for name in ("width", "height", "format", "rate", "scale")]
        + [(name, c_char_p) for name in ("role", "scenario", "outputs", "trace")]
        + [("seed", c_uint64)]
        + [(name, c_int32) for name in ("has_seed", "is_fast", "strict", "overwrites", "no_audio", "bitrate")]
        + [("on_event", ctypes.CFUNCTYPE(None, c_void_p, c_void_p)), ("user", c_void_p)]
    )


def check(result):
    """Ends with the library's message when a call fails."""
    if result:
        sys.exit(library.ps_last_message().decode())


def stop(*_):
    """A container is stopped so."""
    global is_stopped
    is_stopped = True


signal.signal(signal.SIGTERM, stop)
session, sender = c_void_p(), c_void_p()
options = Options(ctypes.sizeof(Options), WIDTH, HEIGHT, 1, 30, 1, outputs=b"null:")
check(library.ps_session_create(ctypes.byref(options), ctypes.byref(session)))
check(library.ps_session_begin(session))
check(library.ps_session_wait_for_sender(session, c_double(10), ctypes.byref(sender)))
count = 0
while not is_stopped:
    count += 1
    width = WIDTH + 2 if IS_FAULTY and count % 10 == 0 else WIDTH
    frame, samples = bytes([128]) * (width * HEIGHT * 3 // 2), bytes(1600 * 4)
    refused = library.ps_sender_send_video(sender, frame, c_size_t(len(frame)), width, HEIGHT, 1)
    library.ps_sender_send_audio(sender, samples, c_size_t(len(samples)), 48000, 2)
    # The studio has stopped, or the session has ended.
    if (refused and width == WIDTH) or library.ps_session_wait_for_next_frame(session):
        break
library.ps_session_finish(session, c_double(10))
check(library.ps_session_close(session))
