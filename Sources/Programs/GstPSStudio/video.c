// The private sink of pssink's pad video. GstBaseSink provides preroll, clock, latency, flush and end of stream.
#include "pssink.h"

#include <gst/video/video.h>
#include <string.h>

struct _PSVideoBranch {
    GstBaseSink parent;
    PSSink *sink;
    GstVideoInfo info;
    // The layout of frames that can be lent: GStreamer's default.
    GstVideoInfo lendable;
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

// Starts the session with the latest caps. A session that runs keeps its declaration: the sender rejects another size with the
// rule that it breaks.
static gboolean start(PSVideoBranch *self) {
    self->declared = declaration_of(&self->info);
    return ps_sink_start(self->sink, &self->declared);
}

// Frames have square pixels and all their lines at once; other caps would be sent as if they had. Returns FALSE after an
// error, which is posted.
static gboolean can_be_sent(PSVideoBranch *self, const GstVideoInfo *info) {
    char *message = NULL;
    if (info->par_n != info->par_d) {
        message = g_strdup_printf(
            "pixel-aspect-ratio=%d/%d cannot be sent: frames have square pixels; put videoscale ! "
            "video/x-raw,pixel-aspect-ratio=1/1 in front of pssink", info->par_n, info->par_d);
    } else if (GST_VIDEO_INFO_IS_INTERLACED(info)) {
        message = g_strdup_printf(
            "interlace-mode=%s cannot be sent: frames are progressive; put deinterlace in front of pssink",
            gst_video_interlace_mode_to_string(info->interlace_mode));
    }
    if (message) ps_sink_reject(self->sink, message);
    g_free(message);
    return !message;
}

static gboolean video_set_caps(GstBaseSink *base, GstCaps *caps) {
    PSVideoBranch *self = PS_VIDEO_BRANCH(base);
    GstVideoInfo info, lendable;
    if (!gst_video_info_from_caps(&info, caps) || !can_be_sent(self, &info)) return FALSE;
    if (!gst_video_info_set_format(&lendable, GST_VIDEO_FORMAT_I420, info.width, info.height)) return FALSE;
    self->info = info;
    self->lendable = lendable;
    return start(self);
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
static ps_result send_mismatched(PSSink *sink, const GstVideoFrame *frame) {
    PSDeclaration actual = declaration_of(&frame->info);
    ps_result result = ps_sender_send_video(
        ps_sink_lock(sink), GST_VIDEO_FRAME_PLANE_DATA(frame, 0), GST_VIDEO_FRAME_SIZE(frame), actual.width,
        actual.height, actual.format);
    ps_sink_unlock(sink);
    return result;
}

// Copies the frame into a borrowed one; one copy, whatever the strides are.
static ps_result copy_frame(PSSink *sink, ps_sender *sender, const GstVideoFrame *frame) {
    ps_frame *borrowed;
    ps_planes planes;
    ps_result result = ps_sender_borrow_frame(sender, &borrowed, &planes);
    if (result != PS_OK) return result;
    if (GST_VIDEO_FRAME_WIDTH(frame) != planes.width || GST_VIDEO_FRAME_HEIGHT(frame) != planes.height) {
        ps_frame_release(borrowed);
        return send_mismatched(sink, frame);
    }
    for (guint plane = 0; plane < 3; plane++) copy_plane(frame, plane, &planes);
    // Not held while copying, so that audio does not wait for it.
    sender = ps_sink_lock(sink);
    result = ps_sender_send_frame(sender, borrowed);
    ps_sink_unlock(sink);
    if (result == PS_NULL_POINTER || result == PS_CLOSED_HANDLE) ps_frame_release(borrowed);
    return result;
}

// MARK: Loans

static gboolean has_layout(const GstVideoFrame *frame, const GstVideoInfo *info) {
    const guint8 *start = GST_VIDEO_FRAME_PLANE_DATA(frame, 0);
    for (guint plane = 0; plane < 3; plane++) {
        const guint8 *data = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
        if (data != start + GST_VIDEO_INFO_PLANE_OFFSET(info, plane)) return FALSE;
        if (GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane) != GST_VIDEO_INFO_PLANE_STRIDE(info, plane)) return FALSE;
    }
    return TRUE;
}

// Whether outputs may keep the memory for a while. Memory of devices is slow to read. A pool with a limit would run dry while
// an output is behind, and upstream would wait for it. A parent returns to such a pool only after the buffer.
static gboolean is_lendable(GstBuffer *buffer) {
    if (gst_buffer_n_memory(buffer) != 1 || gst_buffer_get_parent_buffer_meta(buffer)) return FALSE;
    if (!gst_memory_is_type(gst_buffer_peek_memory(buffer, 0), GST_ALLOCATOR_SYSMEM)) return FALSE;
    if (!buffer->pool) return TRUE;
    guint limit = 1;
    GstStructure *configuration = gst_buffer_pool_get_config(buffer->pool);
    gst_buffer_pool_config_get_params(configuration, NULL, NULL, NULL, &limit);
    gst_structure_free(configuration);
    return limit == 0;
}

// Called on any thread, possibly after the element has gone.
static void end_loan(void *user) {
    GstVideoFrame *frame = user;
    gst_video_frame_unmap(frame);
    g_free(frame);
}

// Sends the frame without a copy, and takes over its mapping.
static ps_result lend_frame(PSSink *sink, const GstVideoFrame *frame) {
    ps_planes planes = { .width = GST_VIDEO_FRAME_WIDTH(frame), .height = GST_VIDEO_FRAME_HEIGHT(frame) };
    for (guint plane = 0; plane < 3; plane++) {
        planes.data[plane] = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
        planes.stride[plane] = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane);
    }
    ps_sender *sender = ps_sink_lock(sink);
    ps_result result = ps_sender_lend_frame(sender, &planes, end_loan, g_memdup2(frame, sizeof *frame));
    ps_sink_unlock(sink);
    return result;
}

// MARK: Sink

// Sends the frame, and unmaps it.
//
//   is_merged   whether the mapping has copied the memory of the buffer into one piece
static ps_result send_frame(
    PSVideoBranch *self, ps_sender *sender, GstBuffer *buffer, GstVideoFrame *frame, gboolean is_merged) {
    PSDeclaration actual = declaration_of(&frame->info);
    gboolean is_declared = actual.width == self->declared.width && actual.height == self->declared.height &&
        actual.format == self->declared.format;
    gboolean is_lent = is_declared && has_layout(frame, &self->lendable) && is_lendable(buffer);
    if (is_declared && (is_merged || !is_lent)) ps_sink_count_copy(self->sink);
    if (is_lent) return lend_frame(self->sink, frame);
    ps_result result =
        is_declared ? copy_frame(self->sink, sender, frame) : send_mismatched(self->sink, frame);
    gst_video_frame_unmap(frame);
    return result;
}

static GstFlowReturn video_render(GstBaseSink *base, GstBuffer *buffer) {
    PSVideoBranch *self = PS_VIDEO_BRANCH(base);
    ps_sender *sender = ps_sink_sender(self->sink);
    if (!sender) {
        // While another thread stopped the element, its caps started no session.
        start(self);
        sender = ps_sink_sender(self->sink);
        if (!sender) return ps_sink_flow_without_sender(self->sink);
    }
    if (!GST_BUFFER_PTS_IS_VALID(buffer)) ps_sink_count_untimed(self->sink);
    const GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
    if (meta && meta->format != GST_VIDEO_FORMAT_I420) {
        GST_ELEMENT_ERROR(
            self->sink, STREAM, FORMAT,
            ("a buffer is %s, its caps are I420", gst_video_format_to_string(meta->format)), (NULL));
        return GST_FLOW_ERROR;
    }
    gboolean is_merged = gst_buffer_n_memory(buffer) > 1;
    GstVideoFrame frame;
    if (!gst_video_frame_map(&frame, &self->info, buffer, GST_MAP_READ)) {
        GST_ELEMENT_ERROR(
            self->sink, STREAM, FORMAT, ("a buffer of %" G_GSIZE_FORMAT " bytes is no frame of its caps",
                                         gst_buffer_get_size(buffer)), (NULL));
        return GST_FLOW_ERROR;
    }
    // The meta of a buffer has precedence over its caps.
    ps_result result = send_frame(self, sender, buffer, &frame, is_merged);
    if (result != PS_OK) ps_sink_fail(self->sink);
    return result == PS_OK ? GST_FLOW_OK : GST_FLOW_ERROR;
}

// A pool whose frames can be lent. Without a limit, like the library's own pool.
static GstBufferPool *new_pool(GstCaps *caps, gsize size, const GstAllocationParams *parameters) {
    GstBufferPool *pool = gst_video_buffer_pool_new();
    GstStructure *configuration = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(configuration, caps, size, 2, 0);
    gst_buffer_pool_config_set_allocator(configuration, NULL, parameters);
    if (!gst_buffer_pool_set_config(pool, configuration)) g_clear_object(&pool);
    return pool;
}

static gboolean video_propose_allocation(GstBaseSink *base, GstQuery *query) {
    GstCaps *caps;
    gboolean needs_pool;
    GstVideoInfo info;
    gst_query_parse_allocation(query, &caps, &needs_pool);
    // Strides come from the meta, so upstream may use any; frames of other strides than ours are copied.
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    if (!caps || !gst_video_info_from_caps(&info, caps)) return TRUE;
    GstAllocationParams parameters;
    gst_allocation_params_init(&parameters);
    // A cache line, with which encoders copy faster.
    parameters.align = 63;
    gst_query_add_allocation_param(query, NULL, &parameters);
    GstBufferPool *pool = needs_pool ? new_pool(caps, info.size, &parameters) : NULL;
    gst_query_add_allocation_pool(query, pool, info.size, 2, 0);
    g_clear_object(&pool);
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
