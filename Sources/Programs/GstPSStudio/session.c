// The session of pssink: its start, its events, its end.
#include "pssink.h"

#include <string.h>

// The time for the start of a session: authentication, waiting rooms and answers of a scenario take their time.
static const double start_timeout = 60;
// Above the time after which a session gives up an output.
static const double finish_timeout = 90;

// MARK: Errors and messages

// Posts an error once, whoever finds it first.
static void post_error(PSSink *self, const char *rule, const char *code, const char *message) {
    g_mutex_lock(&self->lock);
    gboolean is_first = !self->has_failed;
    self->has_failed = TRUE;
    g_mutex_unlock(&self->lock);
    if (!is_first) return;
    GST_ELEMENT_ERROR_WITH_DETAILS(
        self, STREAM, FAILED, ("%s", message), ("rule %s, code %s", *rule ? rule : "none", code),
        ("rule", G_TYPE_STRING, rule, "code", G_TYPE_STRING, code, NULL));
}

void ps_sink_fail(PSSink *self) {
    g_mutex_lock(&self->lock);
    gboolean is_complete = self->is_complete;
    g_mutex_unlock(&self->lock);
    if (is_complete) {
        return post_error(
            self, "", "Ended", "media came after the end of the stream, with which the outputs were finished; to repeat a "
            "stream, seek with GST_SEEK_FLAG_SEGMENT, or start again from READY");
    }
    post_error(self, ps_last_rule(), ps_result_name(ps_last_result()), ps_last_message());
}

void ps_sink_reject(PSSink *self, const char *message) { post_error(self, "", "UnsupportedCaps", message); }

gboolean ps_sink_refuses_here(PSSink *self) {
    if (!ps_is_inside_callback()) return FALSE;
    g_mutex_lock(&self->lock);
    gboolean has_session = self->session || self->is_starting;
    g_mutex_unlock(&self->lock);
    if (!has_session) return FALSE;
    post_error(
        self, "C-CALL-003", "InsideCallback",
        "C-CALL-003 InsideCallback: the element cannot stop inside a callback of psstudio, such as a synchronous handler of "
        "its messages; post a message, and stop it on another thread");
    return TRUE;
}

static void post(PSSink *self, GstStructure *structure) {
    gst_element_post_message(GST_ELEMENT(self), gst_message_new_element(GST_OBJECT(self), structure));
}

static void receive_stop(PSSink *self, const ps_event *event) {
    g_mutex_lock(&self->lock);
    gboolean is_expected = self->stops > 0 || self->is_starting || self->is_finishing;
    g_mutex_unlock(&self->lock);
    if (!is_expected) {
        g_mutex_lock(&self->lock);
        char *message = g_strdup_printf("the session has ended: %s", self->failure ? self->failure : event->state);
        g_mutex_unlock(&self->lock);
        post_error(self, "", "Ended", message);
        g_free(message);
    }
    g_mutex_lock(&self->lock);
    self->has_stopped = TRUE;
    g_cond_broadcast(&self->stopped);
    g_mutex_unlock(&self->lock);
}

static void keep_failure(PSSink *self, const ps_event *event) {
    g_mutex_lock(&self->lock);
    if (!self->failure) self->failure = g_strdup(event->message);
    g_mutex_unlock(&self->lock);
}

static void count_output(PSSink *self, const ps_event *event) {
    g_mutex_lock(&self->lock);
    self->finished_outputs += g_str_equal(event->state, "finished");
    g_mutex_unlock(&self->lock);
}

// The number of a field of an event in JSON, or 0.
static gint64 number_of(const ps_event *event, const char *field) {
    const char *at = strstr(event->json, field);
    return at ? g_ascii_strtoll(at + strlen(field), NULL, 10) : 0;
}

// The text of the field "reason" of an event in JSON.
static char *reason_of(const ps_event *event) {
    static const char field[] = "\"reason\":\"";
    const char *at = strstr(event->json, field);
    if (!at) return g_strdup("unknown");
    at += strlen(field);
    return g_strndup(at, strcspn(at, "\""));
}

// Media that the session accepted and dropped. Each event is a message; the first one is a warning, too.
static void receive_drop(PSSink *self, const ps_event *event) {
    gint64 frames = number_of(event, "\"frames\":"), blocks = number_of(event, "\"audioBlocks\":");
    char *reason = reason_of(event);
    g_mutex_lock(&self->lock);
    gboolean is_first = !self->has_dropped;
    self->has_dropped = TRUE;
    guint64 untimed = self->untimed_frames;
    g_mutex_unlock(&self->lock);
    if (is_first) {
        const char *remedy = untimed > 0 ? "; frames without a time stamp are sent when they come: set time stamps, or "
            "do-timestamp=true at the source" : "";
        GST_ELEMENT_WARNING(
            self, STREAM, FAILED, ("%" G_GINT64_FORMAT " frames and %" G_GINT64_FORMAT " audio blocks were dropped: %s%s",
            frames, blocks, reason, remedy), ("further ones are in the messages psstudio-dropped"));
    }
    post(self, gst_structure_new(
        "psstudio-dropped", "frames", G_TYPE_INT64, frames, "audio-blocks", G_TYPE_INT64, blocks, "reason", G_TYPE_STRING,
        reason, NULL));
    g_free(reason);
}

// Called on the session's own thread.
static void receive(void *user, const ps_event *event) {
    PSSink *self = user;
    if (g_str_equal(event->kind, "violation")) {
        post(self, gst_structure_new(
            "psstudio-violation", "rule", G_TYPE_STRING, event->rule, "code", G_TYPE_STRING, event->code, "message",
            G_TYPE_STRING, event->message, "refusal", G_TYPE_BOOLEAN, event->is_refusal, NULL));
    } else if (g_str_equal(event->kind, "sessionChanged")) {
        post(self, gst_structure_new("psstudio-state", "state", G_TYPE_STRING, event->state, NULL));
    } else if (g_str_equal(event->kind, "outputChanged")) {
        count_output(self, event);
        post(self, gst_structure_new(
            "psstudio-output", "address", G_TYPE_STRING, event->address, "state", G_TYPE_STRING, event->state, "cause",
            G_TYPE_STRING, event->code, "message", G_TYPE_STRING, event->message, NULL));
    } else if (g_str_equal(event->kind, "dropped")) {
        receive_drop(self, event);
    } else if (g_str_equal(event->kind, "failed")) {
        keep_failure(self, event);
        if (!strstr(event->json, "\"category\":\"output\"")) return;
        // One output of several; the others continue. Other failures end the session, which is an error.
        GST_ELEMENT_WARNING(self, RESOURCE, FAILED, ("%s", event->message), ("code %s", event->code));
    } else if (g_str_equal(event->kind, "stopped")) {
        receive_stop(self, event);
    }
}

// MARK: Session

// The session's options, with copies of the texts, which free_options() frees. The caller holds the lock.
static ps_session_options make_options(PSSink *self) {
    ps_session_options options = PS_SESSION_OPTIONS_INIT;
    options.width = self->declaration.width;
    options.height = self->declaration.height;
    options.format = self->declaration.format;
    options.frame_rate_numerator = self->declaration.rate_numerator;
    options.frame_rate_denominator = self->declaration.rate_denominator;
    options.role = g_strdup(self->role);
    options.scenario = g_strdup(self->scenario);
    options.outputs = g_strdup(self->outputs);
    options.trace = g_strdup(self->trace);
    options.is_strict = self->is_strict;
    options.overwrites = self->overwrites;
    options.has_no_audio = !self->has_audio;
    options.on_event = receive;
    options.user = self;
    return options;
}

static void free_options(ps_session_options *options) {
    g_free((char *)options->role);
    g_free((char *)options->scenario);
    g_free((char *)options->outputs);
    g_free((char *)options->trace);
}

gboolean ps_sink_start(PSSink *self, PSDeclaration *declaration) {
    ps_session *session = NULL;
    ps_sender *sender = NULL;
    g_mutex_lock(&self->lock);
    // After a refusal, upstream tries again and again.
    if (self->session || self->has_failed || self->stops > 0) {
        gboolean is_ready = (self->sender && !self->has_failed) || self->stops > 0;
        if (self->session) *declaration = self->declaration;
        g_mutex_unlock(&self->lock);
        return is_ready;
    }
    self->declaration = *declaration;
    self->has_audio = self->branch[1] != NULL;
    self->is_starting = TRUE;
    ps_session_options options = make_options(self);
    g_mutex_unlock(&self->lock);

    ps_result result = ps_session_create(&options, &session);
    free_options(&options);
    g_mutex_lock(&self->lock);
    self->session = session;
    gboolean is_stopping = self->stops > 0;
    g_mutex_unlock(&self->lock);
    if (result == PS_OK && !is_stopping) {
        result = ps_session_begin(session);
        if (result == PS_OK) result = ps_session_wait_for_sender(session, start_timeout, &sender);
    }
    g_mutex_lock(&self->lock);
    self->is_starting = FALSE;
    self->sender = sender;
    is_stopping = self->stops > 0;
    g_mutex_unlock(&self->lock);
    if (result != PS_OK && !is_stopping) ps_sink_fail(self);
    return result == PS_OK || is_stopping;
}

ps_sender *ps_sink_sender(PSSink *self) {
    g_mutex_lock(&self->lock);
    ps_sender *sender = self->sender;
    g_mutex_unlock(&self->lock);
    return sender;
}

ps_sender *ps_sink_lock(PSSink *self) {
    g_mutex_lock(&self->send_lock);
    return ps_sink_sender(self);
}

void ps_sink_unlock(PSSink *self) { g_mutex_unlock(&self->send_lock); }

GstFlowReturn ps_sink_flow_without_sender(PSSink *self) {
    g_mutex_lock(&self->lock);
    gboolean is_stopping = self->stops > 0 && !self->has_failed;
    g_mutex_unlock(&self->lock);
    if (is_stopping) return GST_FLOW_FLUSHING;
    // Posts nothing when the start has failed, which was posted.
    post_error(self, "", "Ended", "the element was stopped while its video started");
    return GST_FLOW_ERROR;
}

void ps_sink_drop_audio(PSSink *self) {
    g_mutex_lock(&self->lock);
    gboolean is_first = self->dropped_audio++ == 0;
    g_mutex_unlock(&self->lock);
    if (is_first) {
        GST_ELEMENT_WARNING(
            self, STREAM, FAILED, ("audio before the first frame is dropped"),
            ("link the pad video; the property dropped-audio counts the buffers"));
    }
}

void ps_sink_count_copy(PSSink *self) {
    g_mutex_lock(&self->lock);
    self->copied_frames++;
    g_mutex_unlock(&self->lock);
}

void ps_sink_count_untimed(PSSink *self) {
    g_mutex_lock(&self->lock);
    gboolean is_first = self->untimed_frames++ == 0 && self->is_synchronised;
    g_mutex_unlock(&self->lock);
    if (is_first) {
        GST_ELEMENT_WARNING(
            self, STREAM, FAILED, ("a frame has no time stamp; such frames are sent when they come, and those that come faster "
            "than the frame rate are dropped"), ("set time stamps, or do-timestamp=true at the source; the property "
            "untimed-frames counts them"));
    }
}

void ps_sink_interrupt(PSSink *self) {
    g_mutex_lock(&self->lock);
    self->stops++;
    ps_session *session = self->is_starting ? self->session : NULL;
    g_mutex_unlock(&self->lock);
    if (session) ps_session_stop(session);
}

// Waits for the last event of the session, which follows those of failed outputs.
static void wait_for_events(PSSink *self) {
    gint64 deadline = g_get_monotonic_time() + (gint64)(finish_timeout * G_TIME_SPAN_SECOND);
    g_mutex_lock(&self->lock);
    while (!self->has_stopped && g_cond_wait_until(&self->stopped, &self->lock, deadline)) {}
    g_mutex_unlock(&self->lock);
}

gboolean ps_sink_finish_outputs(PSSink *self) {
    // Nothing can wait inside a callback; the session then finishes when the element stops.
    gboolean may_wait = !ps_is_inside_callback();
    g_mutex_lock(&self->lock);
    ps_session *session = may_wait && self->sender ? self->session : NULL;
    if (session) self->is_finishing = TRUE;
    gboolean has_failed = self->has_failed;
    g_mutex_unlock(&self->lock);
    if (!session || has_failed) return !has_failed;
    ps_result result = ps_session_finish(session, finish_timeout);
    if (result != PS_TIMED_OUT) wait_for_events(self);
    g_mutex_lock(&self->lock);
    // One output of several has failed, which was a warning.
    gboolean is_partial = result == PS_OUTPUT_FAILED && self->finished_outputs > 0;
    g_mutex_unlock(&self->lock);
    if (result != PS_OK && !is_partial) ps_sink_fail(self);
    g_mutex_lock(&self->lock);
    self->is_complete = !self->has_failed;
    gboolean is_complete = self->is_complete;
    g_mutex_unlock(&self->lock);
    return is_complete;
}

void ps_sink_finish(PSSink *self) {
    g_mutex_lock(&self->lock);
    ps_session *session = self->session;
    gboolean had_sender = self->sender != NULL;
    self->session = NULL;
    self->sender = NULL;
    g_mutex_unlock(&self->lock);
    if (session) {
        ps_result result = had_sender ? ps_session_finish(session, finish_timeout) : PS_OK;
        // A failed output has been reported by its event.
        if (result != PS_OK && result != PS_OUTPUT_FAILED) ps_sink_fail(self);
        char *json = NULL;
        if (ps_session_copy_snapshot(session, &json) == PS_OK) {
            g_mutex_lock(&self->lock);
            g_free(self->snapshot);
            self->snapshot = g_strdup(json);
            g_mutex_unlock(&self->lock);
            ps_string_free(json);
        }
        ps_session_close(session);
    }
    g_mutex_lock(&self->lock);
    self->stops--;
    self->has_failed = self->is_finishing = self->has_stopped = self->is_complete = self->has_dropped = FALSE;
    self->finished_outputs = 0;
    g_clear_pointer(&self->failure, g_free);
    g_mutex_unlock(&self->lock);
}

void ps_sink_resume(PSSink *self) {
    g_mutex_lock(&self->lock);
    gboolean is_unusable = self->session && !self->sender;
    if (!is_unusable) self->stops--;
    g_mutex_unlock(&self->lock);
    if (is_unusable) ps_sink_finish(self);
}

