"""Sends raw 1080p30 frames and 48 kHz stereo samples: send.py FRAMES.yuv SAMPLES.pcm OUTPUT"""
import ctypes, os, sys
from ctypes import c_char_p, c_int32, c_size_t, c_uint64, c_void_p

library = ctypes.CDLL("libpsstudio.so.0")  # Not PyDLL, which would keep the interpreter's lock while a call waits.
library.ps_last_message.restype = c_char_p

class Options(ctypes.Structure):
    _fields_ = [("size", c_size_t)] + [(name, c_int32) for name in ("width", "height", "format", "rate", "scale")] \
        + [(name, c_char_p) for name in ("role", "scenario", "outputs", "trace")] + [("seed", c_uint64)] \
        + [(name, c_int32) for name in ("has_seed", "is_fast", "strict", "overwrites", "no_audio", "bitrate")] \
        + [("on_event", ctypes.CFUNCTYPE(None, c_void_p, c_void_p)), ("user", c_void_p)]

def check(result):
    if result: sys.exit(library.ps_last_message().decode())

session, sender = c_void_p(), c_void_p()
options = Options(ctypes.sizeof(Options), 1920, 1080, 1, 30, 1, outputs=sys.argv[3].encode(), is_fast="FAST" in os.environ)
check(library.ps_session_create(ctypes.byref(options), ctypes.byref(session)))
check(library.ps_session_begin(session))
check(library.ps_session_wait_for_sender(session, ctypes.c_double(10), ctypes.byref(sender)))
with open(sys.argv[1], "rb") as video, open(sys.argv[2], "rb") as audio:
    while (frame := video.read(1920 * 1080 * 3 // 2)) and (block := audio.read(1600 * 4)):
        check(library.ps_sender_send_video(sender, frame, c_size_t(len(frame)), 1920, 1080, 1))
        check(library.ps_sender_send_audio(sender, block, c_size_t(len(block)), 48000, 2))
        check(library.ps_session_wait_for_next_frame(session))
check(library.ps_session_finish(session, ctypes.c_double(60)))
check(library.ps_session_close(session))
