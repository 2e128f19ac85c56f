// Gives the C target the compiler flags of GStreamer; only a system library can ask pkg-config for them.
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
