// Provides the compiler flags of GStreamer to the C target; only system library targets support pkg-config.
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
