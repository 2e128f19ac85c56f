// The properties of pssink.
#include "pssink.h"

static void install_text(GObjectClass *object, guint id, const char *name, const char *nick, const char *text) {
    g_object_class_install_property(
        object, id, g_param_spec_string(name, nick, text, NULL,
                                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_MUTABLE_READY));
}

static void install_flag(
    GObjectClass *object, guint id, const char *name, const char *nick, const char *text, gboolean value) {
    g_object_class_install_property(
        object, id, g_param_spec_boolean(name, nick, text, value, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void install_count(GObjectClass *object, guint id, const char *name, const char *nick, const char *text) {
    g_object_class_install_property(
        object, id, g_param_spec_uint64(name, nick, text, 0, G_MAXUINT64, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

void ps_sink_install_properties(GObjectClass *object) {
    install_text(object, PS_SINK_ROLE, "role", "Role",
        "host, cohost, attendee, panelist; by default PSSTUDIO_ROLE, the scenario's role, or host");
    install_text(object, PS_SINK_SCENARIO, "scenario", "Scenario",
        "A scenario file, or the name of a ready one (psstudio scenarios); by default PSSTUDIO_SCENARIO");
    install_text(object, PS_SINK_OUTPUTS, "outputs", "Outputs",
        "Addresses, one a line: show.mp4, rtmp://host/app/key, srt://host:port, null:; by default PSSTUDIO_OUT");
    install_text(object, PS_SINK_TRACE, "trace", "Trace",
        "A trace file, or a folder that ends in /; by default PSSTUDIO_TRACE");
    install_flag(object, PS_SINK_STRICT, "strict", "Strict",
        "Reject calls that are otherwise served and reported", FALSE);
    install_flag(object, PS_SINK_OVERWRITE, "overwrite", "Overwrite", "Replace existing files", FALSE);
    install_flag(object, PS_SINK_SYNC, "sync", "Sync",
        "Send each buffer at its time; the studio stamps media when it is sent. Only tests switch it off", TRUE);
    g_object_class_install_property(
        object, PS_SINK_SNAPSHOT, g_param_spec_string(
            "snapshot", "Snapshot", "The state of the session as JSON: counts, violations, outputs", NULL,
            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
    install_count(object, PS_SINK_DROPPED_AUDIO, "dropped-audio", "Dropped audio",
        "Audio buffers that came before the first frame");
    install_count(object, PS_SINK_COPIED_FRAMES, "copied-frames", "Copied frames",
        "Frames that were copied: their strides are not GStreamer's default ones, their memory is not the system's, or "
        "their pool has a limit. Others are sent in place");
    install_count(object, PS_SINK_UNTIMED_FRAMES, "untimed-frames", "Untimed frames",
        "Frames without a time stamp, which are sent when they come");
}
