// The element pssink and its two branches. Plain C on psstudio.h: an app that uses the library and this plugin has one
// copy of psstudio.
#pragma once

#include <gst/base/gstbasesink.h>
#include <gst/gst.h>
#include <psstudio.h>

G_BEGIN_DECLS

#define PS_TYPE_SINK (ps_sink_get_type())
G_DECLARE_FINAL_TYPE(PSSink, ps_sink, PS, SINK, GstBin)

#define PS_TYPE_VIDEO_BRANCH (ps_video_branch_get_type())
G_DECLARE_FINAL_TYPE(PSVideoBranch, ps_video_branch, PS, VIDEO_BRANCH, GstBaseSink)

#define PS_TYPE_AUDIO_BRANCH (ps_audio_branch_get_type())
G_DECLARE_FINAL_TYPE(PSAudioBranch, ps_audio_branch, PS, AUDIO_BRANCH, GstBaseSink)

GST_DEBUG_CATEGORY_EXTERN(ps_sink_debug);
#define GST_CAT_DEFAULT ps_sink_debug

// The properties.
enum {
    PS_SINK_ROLE = 1, PS_SINK_SCENARIO, PS_SINK_STRICT, PS_SINK_OUTPUTS, PS_SINK_OVERWRITE, PS_SINK_TRACE,
    PS_SINK_SYNC, PS_SINK_SNAPSHOT, PS_SINK_DROPPED_AUDIO, PS_SINK_COPIED_FRAMES,
    PS_SINK_UNTIMED_FRAMES
};
void ps_sink_install_properties(GObjectClass *object);

// What the video branch declares at the start.
typedef struct {
    gint width, height, format, rate_numerator, rate_denominator;
} PSDeclaration;

struct _PSSink {
    GstBin parent;
    // Serialises the sends of both branches: one producer sends. Taken before `lock`, so that a callback inside a send, such as
    // the end of a loan, can read properties.
    GMutex send_lock;
    // Protects all members below. No function of the library that may log is called while it is held.
    GMutex lock;
    // The branches, or NULL; video is 0. Referenced: a bin that is disposed of drops its children before its pads.
    GstElement *branch[2];
    gboolean is_synchronised;
    char *role, *scenario, *outputs, *trace;
    gboolean is_strict, overwrites;
    ps_session *session;
    ps_sender *sender;
    // With which the session was created.
    PSDeclaration declaration;
    gboolean is_starting, has_failed, has_audio;
    // Of the session that runs: whether it ends because the stream has ended, whether its last event has come, and whether its
    // outputs are complete.
    gboolean is_finishing, has_stopped, is_complete;
    // Signalled when the last event comes.
    GCond stopped;
    guint finished_outputs;
    // Why it failed first, or NULL.
    char *failure;
    // How many threads stop the element or its video.
    guint stops;
    guint64 dropped_audio, copied_frames, untimed_frames;
    // Whether a warning has said that the session drops media; of the session that runs.
    gboolean has_dropped;
    // Of the session that has ended.
    char *snapshot;
};

// The branches' private sinks; they belong to the bin, which outlives them.
GstElement *ps_video_branch_new(PSSink *sink);
GstElement *ps_audio_branch_new(PSSink *sink);

// MARK: Session

// Starts the session with this declaration, unless there is one: then the declaration becomes that of the session. Returns
// FALSE after an error, which is posted.
gboolean ps_sink_start(PSSink *self, PSDeclaration *declaration);

// Wakes a start that waits for its answer, and prevents another one until ps_sink_finish() or ps_sink_resume().
void ps_sink_interrupt(PSSink *self);

// Finishes the outputs at the end of the stream, and waits for it. Returns FALSE after an error, which is posted.
gboolean ps_sink_finish_outputs(PSSink *self);

// Ends the session.
void ps_sink_finish(PSSink *self);

// Keeps the session, unless its start failed or was interrupted.
void ps_sink_resume(PSSink *self);

// Whether there is a session that cannot end here, because this thread runs a callback of the library; an error is posted
// then.
gboolean ps_sink_refuses_here(PSSink *self);

// The sender; NULL before the start and after an error. The caller holds the lock that serialises both branches.
ps_sender *ps_sink_lock(PSSink *self);
void ps_sink_unlock(PSSink *self);

// The sender for a call that may overlap others.
ps_sender *ps_sink_sender(PSSink *self);

// What a branch returns without a sender: the element stops, or an error has been posted.
GstFlowReturn ps_sink_flow_without_sender(PSSink *self);

// Posts the latest failure of this thread as an error of the element; the first one only.
void ps_sink_fail(PSSink *self);

// Posts an error about what upstream delivers; the first error only.
void ps_sink_reject(PSSink *self, const char *message);

// Audio that came before the first frame was dropped.
void ps_sink_drop_audio(PSSink *self);

// A frame was copied, because its memory cannot be lent.
void ps_sink_count_copy(PSSink *self);

// A frame has no time stamp: it is sent when it comes.
void ps_sink_count_untimed(PSSink *self);

G_END_DECLS
