// The private sinks of pssink's two pads. GstBaseSink provides preroll, clock, latency, flush and end of stream.
#include "pssink.h"

#include <gst/audio/audio.h>
#include <gst/video/video.h>
#include <string.h>

// MARK: Video

struct _PSVideoBranch {
    GstBaseSink parent;
    PSSink *sink;
    GstVideoInfo info;
    // Of the session that runs.
    PSDeclaration declared;
};

G_DEFINE_FINAL_TYPE(PSVideoBranch, ps_video_branch, GST_TYPE_BASE_SINK)

static PSDeclaration declaration_of(const GstVideoInfo *info) {
    gboolean is_full = info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
    PSDeclaration declaration = {
        .width = info->width,
        .height = info->height,
        .format = is_full ? PS_FORMAT_I420_FULL : PS_FORMAT_I420_LIMITED,
        // 0/1 is a varying rate: none is declared.
        .rate_numerator = info->fps_n > 0 ? info->fps_n : 0,
        .rate_denominator = info->fps_n > 0 ? info->fps_d : 0,
    };
    return declaration;
}

static gboolean video_set_caps(GstBaseSink *base, GstCaps *caps) {
    PSVideoBranch *self = PS_VIDEO_BRANCH(base);
    GstVideoInfo info;
    if (!gst_video_info_from_caps(&info, caps)) return FALSE;
    // A session that runs keeps its declaration. The sender rejects another size with the rule that it breaks.
    self->declared = declaration_of(&info);
    self->info = info;
    return ps_sink_start(self->sink, &self->declared);
}

static void copy_plane(const GstVideoFrame *frame, guint plane, const ps_planes *planes) {
    const guint8 *source = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
    gint stride = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
    gint rows = GST_VIDEO_FRAME_COMP_HEIGHT(frame, plane), bytes = GST_VIDEO_FRAME_COMP_WIDTH(frame, plane);
    guint8 *target = planes->data[plane];
    if (stride == planes->stride[plane]) {
        memcpy(target, source, (gsize)stride * (rows - 1) + bytes);
        return;
    }
    for (gint row = 0; row < rows; row++) {
        memcpy(target, source, bytes);
        source += stride;
        target += planes->stride[plane];
    }
}

// A size or range that differs from the declared one. The sender rejects it before it reads a byte.
static ps_result send_mismatched(PSSink *sink, const GstVideoFrame *picture) {
    PSDeclaration actual = declaration_of(&picture->info);
    ps_result result = ps_sender_send_video(
        ps_sink_lock(sink), GST_VIDEO_FRAME_PLANE_DATA(picture, 0), GST_VIDEO_FRAME_SIZE(picture), actual.width,
        actual.height, actual.format);
    ps_sink_unlock(sink);
    return result;
}

// Copies the picture into a borrowed frame; one copy, whatever the strides are.
static ps_result send_picture(PSSink *sink, ps_sender *sender, const GstVideoFrame *picture) {
    ps_frame *frame;
    ps_planes planes;
    ps_result result = ps_sender_borrow_frame(sender, &frame, &planes);
    if (result != PS_OK) return result;
    if (GST_VIDEO_FRAME_WIDTH(picture) != planes.width || GST_VIDEO_FRAME_HEIGHT(picture) != planes.height) {
        ps_frame_release(frame);
        return send_mismatched(sink, picture);
    }
    for (guint plane = 0; plane < 3; plane++) copy_plane(picture, plane, &planes);
    // Not held while copying, so that audio does not wait for it.
    sender = ps_sink_lock(sink);
    result = ps_sender_send_frame(sender, frame);
    ps_sink_unlock(sink);
    if (result == PS_NULL_POINTER || result == PS_CLOSED_HANDLE) ps_frame_release(frame);
    return result;
}

static GstFlowReturn video_render(GstBaseSink *base, GstBuffer *buffer) {
    PSVideoBranch *self = PS_VIDEO_BRANCH(base);
    ps_sender *sender = ps_sink_sender(self->sink);
    if (!sender) return ps_sink_flow_without_sender(self->sink);
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    if (meta && meta->format != GST_VIDEO_FORMAT_I420) {
        GST_ELEMENT_ERROR(
            self->sink, STREAM, FORMAT,
            ("a buffer is %s, its caps are I420", gst_video_format_to_string(meta->format)), (NULL));
        return GST_FLOW_ERROR;
    }
    GstVideoFrame picture;
    if (!gst_video_frame_map(&picture, &self->info, buffer, GST_MAP_READ)) {
        GST_ELEMENT_ERROR(
            self->sink, STREAM, FORMAT, ("a buffer of %" G_GSIZE_FORMAT " bytes is no frame of its caps",
                                         gst_buffer_get_size(buffer)), (NULL));
        return GST_FLOW_ERROR;
    }
    // The meta of a buffer has precedence over its caps.
    PSDeclaration actual = declaration_of(&picture.info);
    gboolean is_declared = actual.width == self->declared.width && actual.height == self->declared.height &&
        actual.format == self->declared.format;
    ps_result result =
        is_declared ? send_picture(self->sink, sender, &picture) : send_mismatched(self->sink, &picture);
    if (result != PS_OK) ps_sink_fail(self->sink);
    gst_video_frame_unmap(&picture);
    return result == PS_OK ? GST_FLOW_OK : GST_FLOW_ERROR;
}

static gboolean video_propose_allocation(GstBaseSink *base, GstQuery *query) {
    // Strides come from the meta, so upstream may use any.
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return TRUE;
}

static void ps_video_branch_init(PSVideoBranch *self) {}

static void ps_video_branch_class_init(PSVideoBranchClass *class) {
    GstElementClass *element = GST_ELEMENT_CLASS(class);
    GstBaseSinkClass *base = GST_BASE_SINK_CLASS(class);
    GstCaps *caps = gst_caps_from_string("video/x-raw,format=I420");
    gst_element_class_add_pad_template(element, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, caps));
    gst_caps_unref(caps);
    gst_element_class_set_static_metadata(
        element, "Video of pssink", "Sink/Video", "Private to pssink", "psstudio");
    base->set_caps = video_set_caps;
    base->render = video_render;
    base->propose_allocation = video_propose_allocation;
}

GstElement *ps_video_branch_new(PSSink *sink) {
    PSVideoBranch *self = g_object_new(PS_TYPE_VIDEO_BRANCH, "enable-last-sample", FALSE, NULL);
    self->sink = sink;
    return GST_ELEMENT(self);
}

// MARK: Audio

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
