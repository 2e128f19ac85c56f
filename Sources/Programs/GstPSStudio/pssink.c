// pssink: sends raw video and audio of a GStreamer pipeline through an emulated Production Studio.
//
// A bin with request pads, each in front of a private GstBaseSink. The bin waits for both: preroll, state changes, end of
// stream. Pads that always exist would never preroll when one of them is not linked, and GstAggregator cannot be a sink.
#include "pssink.h"

GST_DEBUG_CATEGORY(ps_sink_debug);

G_DEFINE_FINAL_TYPE(PSSink, ps_sink, GST_TYPE_BIN)

static GstStaticPadTemplate video_template = GST_STATIC_PAD_TEMPLATE(
    "video", GST_PAD_SINK, GST_PAD_REQUEST, GST_STATIC_CAPS("video/x-raw,format=I420"));
static GstStaticPadTemplate audio_template = GST_STATIC_PAD_TEMPLATE(
    "audio", GST_PAD_SINK, GST_PAD_REQUEST,
    GST_STATIC_CAPS("audio/x-raw,format=S16LE,layout=interleaved,rate={48000,32000},channels=[1,2]"));

static GstStateChangeReturn change_state(GstElement *element, GstStateChange transition) {
    PSSink *self = PS_SINK(element);
    // An element that is refused while it prerolls counts as READY, although its branches run.
    gboolean is_stop = transition == GST_STATE_CHANGE_PAUSED_TO_READY || transition == GST_STATE_CHANGE_READY_TO_NULL;
    if (is_stop) {
        if (ps_sink_refuses_here(self)) return GST_STATE_CHANGE_FAILURE;
        ps_sink_interrupt(self);
    }
    GstStateChangeReturn result = GST_ELEMENT_CLASS(ps_sink_parent_class)->change_state(element, transition);
    // The branches have stopped.
    if (is_stop) ps_sink_finish(self);
    return result;
}

// The end of the stream is the end of the outputs: what fails until then is an error, and the end does not overtake it.
static gboolean post_message(GstElement *element, GstMessage *message) {
    // The bin posts it on its own behalf when both branches have ended.
    gboolean is_end = GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS && GST_MESSAGE_SRC(message) == GST_OBJECT(element);
    if (!is_end || ps_sink_finish_outputs(PS_SINK(element))) {
        return GST_ELEMENT_CLASS(ps_sink_parent_class)->post_message(element, message);
    }
    gst_message_unref(message);
    return TRUE;
}

// MARK: Pads

static void warn_of_late_audio(PSSink *self) {
    g_mutex_lock(&self->lock);
    gboolean is_late = self->session && !self->has_audio;
    g_mutex_unlock(&self->lock);
    if (is_late) {
        GST_ELEMENT_WARNING(
            self, STREAM, FAILED, ("the audio is not recorded: the session has started without it"),
            ("request the pad audio before the first frame"));
    }
}

static GstPad *request_new_pad(
    GstElement *element, GstPadTemplate *template, const gchar *name, const GstCaps *caps) {
    PSSink *self = PS_SINK(element);
    gboolean is_audio = g_str_equal(GST_PAD_TEMPLATE_NAME_TEMPLATE(template), "audio");
    GstElement *branch = gst_object_ref_sink(is_audio ? ps_audio_branch_new(self) : ps_video_branch_new(self));
    g_mutex_lock(&self->lock);
    gboolean is_first = !self->branch[is_audio];
    if (is_first) {
        self->branch[is_audio] = branch;
        gst_base_sink_set_sync(GST_BASE_SINK(branch), self->is_synchronised);
    }
    g_mutex_unlock(&self->lock);
    if (!is_first) {
        GST_WARNING_OBJECT(self, "the pad %s was requested already", is_audio ? "audio" : "video");
        gst_object_unref(branch);
        return NULL;
    }
    gst_bin_add(GST_BIN(self), branch);
    GstPad *inner = gst_element_get_static_pad(branch, "sink");
    GstPad *pad = gst_ghost_pad_new_from_template(is_audio ? "audio" : "video", inner, template);
    gst_object_unref(inner);
    gst_pad_set_active(pad, TRUE);
    gst_element_add_pad(element, pad);
    gst_element_sync_state_with_parent(branch);
    if (is_audio) warn_of_late_audio(self);
    return pad;
}

static void release_pad(GstElement *element, GstPad *pad) {
    PSSink *self = PS_SINK(element);
    if (ps_sink_refuses_here(self)) return;
    gboolean is_audio = g_str_equal(GST_PAD_NAME(pad), "audio");
    g_mutex_lock(&self->lock);
    GstElement *branch = self->branch[is_audio];
    g_mutex_unlock(&self->lock);
    if (branch) {
        // Before the pad: a branch that prerolls, waits for its time or starts the session holds the pad's lock. Locked first,
        // so that the bin does not start it again meanwhile.
        gst_element_set_locked_state(branch, TRUE);
        if (!is_audio) ps_sink_interrupt(self);
        gst_element_set_state(branch, GST_STATE_NULL);
        if (!is_audio) ps_sink_resume(self);
    }
    gst_pad_set_active(pad, FALSE);
    gst_element_remove_pad(element, pad);
    if (!branch) return;
    // Only now, when the name of the pad is free, another thread may request it again.
    g_mutex_lock(&self->lock);
    self->branch[is_audio] = NULL;
    g_mutex_unlock(&self->lock);
    if (GST_OBJECT_PARENT(branch) == GST_OBJECT(self)) gst_bin_remove(GST_BIN(self), branch);
    gst_object_unref(branch);
}

// MARK: Object

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    PSSink *self = PS_SINK(object);
    g_mutex_lock(&self->lock);
    char **text = id == PS_SINK_ROLE ? &self->role : id == PS_SINK_SCENARIO ? &self->scenario
        : id == PS_SINK_OUTPUTS ? &self->outputs : id == PS_SINK_TRACE ? &self->trace : NULL;
    if (text) {
        g_free(*text);
        *text = g_value_dup_string(value);
    } else if (id == PS_SINK_STRICT) {
        self->is_strict = g_value_get_boolean(value);
    } else if (id == PS_SINK_OVERWRITE) {
        self->overwrites = g_value_get_boolean(value);
    } else if (id == PS_SINK_SYNC) {
        self->is_synchronised = g_value_get_boolean(value);
        for (int i = 0; i < 2; i++) {
            if (self->branch[i]) gst_base_sink_set_sync(GST_BASE_SINK(self->branch[i]), self->is_synchronised);
        }
    } else {
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    g_mutex_unlock(&self->lock);
}

// The snapshot of the session that runs, or of the last one.
static void get_snapshot(PSSink *self, GValue *value) {
    char *json = NULL;
    if (self->session && ps_session_copy_snapshot(self->session, &json) == PS_OK) {
        g_value_set_string(value, json);
        ps_string_free(json);
    } else {
        g_value_set_string(value, self->snapshot);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    PSSink *self = PS_SINK(object);
    g_mutex_lock(&self->lock);
    switch (id) {
        case PS_SINK_ROLE: g_value_set_string(value, self->role); break;
        case PS_SINK_SCENARIO: g_value_set_string(value, self->scenario); break;
        case PS_SINK_OUTPUTS: g_value_set_string(value, self->outputs); break;
        case PS_SINK_TRACE: g_value_set_string(value, self->trace); break;
        case PS_SINK_STRICT: g_value_set_boolean(value, self->is_strict); break;
        case PS_SINK_OVERWRITE: g_value_set_boolean(value, self->overwrites); break;
        case PS_SINK_SYNC: g_value_set_boolean(value, self->is_synchronised); break;
        case PS_SINK_SNAPSHOT: get_snapshot(self, value); break;
        case PS_SINK_DROPPED_AUDIO: g_value_set_uint64(value, self->dropped_audio); break;
        case PS_SINK_COPIED_FRAMES: g_value_set_uint64(value, self->copied_frames); break;
        case PS_SINK_UNTIMED_FRAMES: g_value_set_uint64(value, self->untimed_frames); break;
        default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
    g_mutex_unlock(&self->lock);
}

static void finalize(GObject *object) {
    PSSink *self = PS_SINK(object);
    g_free(self->role);
    g_free(self->scenario);
    g_free(self->outputs);
    g_free(self->trace);
    g_free(self->snapshot);
    g_free(self->failure);
    g_cond_clear(&self->stopped);
    g_mutex_clear(&self->send_lock);
    g_mutex_clear(&self->lock);
    G_OBJECT_CLASS(ps_sink_parent_class)->finalize(object);
}

static void ps_sink_init(PSSink *self) {
    g_mutex_init(&self->send_lock);
    g_mutex_init(&self->lock);
    g_cond_init(&self->stopped);
    self->is_synchronised = TRUE;
    // A sink also without pads, or the end of stream would be lost.
    gst_bin_set_suppressed_flags(GST_BIN(self), GST_ELEMENT_FLAG_SOURCE | GST_ELEMENT_FLAG_SINK);
    GST_OBJECT_FLAG_SET(self, GST_ELEMENT_FLAG_SINK);
}

static void ps_sink_class_init(PSSinkClass *class) {
    GObjectClass *object = G_OBJECT_CLASS(class);
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    object->set_property = set_property;
    object->get_property = get_property;
    object->finalize = finalize;
    ps_sink_install_properties(object);
    element->change_state = change_state;
    element->post_message = post_message;
    element->request_new_pad = request_new_pad;
    element->release_pad = release_pad;
    gst_element_class_add_static_pad_template(element, &video_template);
    gst_element_class_add_static_pad_template(element, &audio_template);
    gst_element_class_set_static_metadata(
        element, "Production Studio sink", "Sink/Video/Audio",
        "Sends I420 video and S16LE audio through an emulated Production Studio to files and servers. The caps of the "
        "pad video are the contract: the session starts with them. Refusals are errors with the violated rule; element "
        "messages are psstudio-violation, psstudio-state, psstudio-output and psstudio-dropped",
        "psstudio");
}

// MARK: Plugin

static gboolean plugin_init(GstPlugin *plugin) {
    GST_DEBUG_CATEGORY_INIT(ps_sink_debug, "pssink", 0, "Production Studio sink");
    if (ps_abi_version() != PS_ABI_VERSION) {
        GST_ERROR("libpsstudio has interface %u, expected %u", ps_abi_version(), PS_ABI_VERSION);
        return FALSE;
    }
    return gst_element_register(plugin, "pssink", GST_RANK_NONE, PS_TYPE_SINK);
}

#define PACKAGE "psstudio"
GST_PLUGIN_DEFINE(
    GST_VERSION_MAJOR, GST_VERSION_MINOR, psstudio, "Emulated Production Studio", plugin_init, PSSTUDIO_VERSION,
    "MIT/X11", "psstudio", "psstudio")
