// The private sink of pssink's pad audio. GstBaseSink provides preroll, clock, latency, flush and end of stream.
#include "pssink.h"

#include <gst/audio/audio.h>

struct _PSAudioBranch {
    GstBaseSink parent;
    PSSink *sink;
    GstAudioInfo info;
};

G_DEFINE_FINAL_TYPE(PSAudioBranch, ps_audio_branch, GST_TYPE_BASE_SINK)

static gboolean audio_set_caps(GstBaseSink *base, GstCaps *caps) {
    return gst_audio_info_from_caps(&PS_AUDIO_BRANCH(base)->info, caps);
}

static GstFlowReturn audio_render(GstBaseSink *base, GstBuffer *buffer) {
    PSAudioBranch *self = PS_AUDIO_BRANCH(base);
    GstMapInfo map;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) {
        GST_ELEMENT_ERROR(self->sink, RESOURCE, READ, ("cannot read an audio buffer"), (NULL));
        return GST_FLOW_ERROR;
    }
    ps_result result = PS_OK;
    ps_sender *sender = ps_sink_lock(self->sink);
    gboolean is_early = !sender;
    if (sender && map.size > 0) {
        result = ps_sender_send_audio(sender, map.data, map.size, self->info.rate, self->info.channels);
    }
    ps_sink_unlock(self->sink);
    gst_buffer_unmap(buffer, &map);
    if (is_early) ps_sink_drop_audio(self->sink);
    if (result != PS_OK) ps_sink_fail(self->sink);
    return result == PS_OK ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static void ps_audio_branch_init(PSAudioBranch *self) {}

static void ps_audio_branch_class_init(PSAudioBranchClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    GstBaseSinkClass *base = GST_BASE_SINK_CLASS(class);
    GstCaps *caps = gst_caps_from_string(
        "audio/x-raw,format=S16LE,layout=interleaved,rate={48000,32000},channels=[1,2]");
    gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);
    gst_element_class_set_static_metadata(
        element, "Audio of pssink", "Sink/Audio", "Private to pssink", "psstudio");
    base->set_caps = audio_set_caps;
    base->render = audio_render;
}

GstElement *ps_audio_branch_new(PSSink *sink) {
    // Without `async`, a linked pad that stays silent does not keep the pipeline from playing.
    PSAudioBranch *self = g_object_new(PS_TYPE_AUDIO_BRANCH, "enable-last-sample", FALSE, "async", FALSE, NULL);
    self->sink = sink;
    return GST_ELEMENT(self);
}
