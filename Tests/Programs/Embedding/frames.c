// Which frames pssink copies: those in GStreamer's default layout and in memory without a limit are sent in place.
#include "gst_check.h"

#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>

enum { WIDTH = 404, HEIGHT = 710, FRAMES = 5 };

static GstVideoInfo own;

static void check_copies(GstElement *pipeline, guint64 expected) {
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    guint64 copied = G_MAXUINT64;
    g_object_get(sink, "copied-frames", &copied, NULL);
    if (copied != expected) fprintf(stderr, "%d frames were copied\n", (int)copied);
    CHECK(copied == expected);
    gst_object_unref(sink);
}

// Sources of any size use the pool that pssink proposes.
static void of_a_source(const char *size) {
    char text[256];
    snprintf(text, sizeof text, "videotestsrc num-buffers=%d ! video/x-raw,%s,framerate=30/1 ! pssink name=ps outputs=null:",
             FRAMES, size);
    GstElement *pipeline = parse(text);
    set_state(pipeline, GST_STATE_PLAYING);
    await_end(pipeline);
    check_copies(pipeline, 0);
    set_state(pipeline, GST_STATE_NULL);
    check_accepted(pipeline, FRAMES, 0);
    gst_object_unref(pipeline);
}

// MARK: Buffers of an app

typedef GstBuffer *(*maker)(void);

static GstBuffer *in_place(void) { return gst_buffer_new_allocate(NULL, own.size, NULL); }

static GstBuffer *with_wide_rows(void) {
    gint strides[4] = {512, 256, 256};
    gsize offsets[4] = {0, 512 * HEIGHT, 512 * HEIGHT + 256 * HEIGHT / 2};
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, 512 * HEIGHT * 3 / 2, NULL);
    CHECK(gst_buffer_add_video_meta_full(
        buffer, 0, GST_VIDEO_FORMAT_I420, WIDTH, HEIGHT, 3, offsets, strides));
    return buffer;
}

static GstBuffer *in_two_parts(void) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, own.size / 2, NULL);
    gst_buffer_append_memory(buffer, gst_allocator_alloc(NULL, own.size - own.size / 2, NULL));
    return buffer;
}

static GstBufferPool *pool;

static GstBuffer *of_a_pool(void) {
    GstBuffer *buffer = NULL;
    CHECK(gst_buffer_pool_acquire_buffer(pool, &buffer, NULL) == GST_FLOW_OK);
    return buffer;
}

// Its pool gets the parent back after this buffer.
static GstBuffer *of_a_parent(void) {
    GstBuffer *parent = of_a_pool(), *buffer = gst_buffer_new();
    gst_buffer_append_memory(buffer, gst_buffer_get_memory(parent, 0));
    CHECK(gst_buffer_add_parent_buffer_meta(buffer, parent));
    gst_buffer_unref(parent);
    return buffer;
}

static void make_pool(guint limit) {
    pool = gst_buffer_pool_new();
    GstStructure *configuration = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(configuration, NULL, own.size, 0, limit);
    CHECK(gst_buffer_pool_set_config(pool, configuration));
    CHECK(gst_buffer_pool_set_active(pool, TRUE));
}

static void drop_pool(void) {
    gst_buffer_pool_set_active(pool, FALSE);
    gst_object_unref(pool);
}

static void of_an_app(maker make, guint64 copies) {
    GstElement *pipeline = parse("appsrc name=source format=time ! pssink name=ps outputs=null: sync=false");
    GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "source");
    GstCaps *caps = gst_video_info_to_caps(&own);
    gst_app_src_set_caps(GST_APP_SRC(source), caps);
    gst_caps_unref(caps);
    CHECK(gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE);
    for (int i = 0; i < FRAMES; i++) {
        GstBuffer *buffer = make();
        gst_buffer_memset(buffer, 0, 128, gst_buffer_get_size(buffer));
        GST_BUFFER_PTS(buffer) = i * GST_SECOND / 30;
        CHECK(gst_app_src_push_buffer(GST_APP_SRC(source), buffer) == GST_FLOW_OK);
    }
    CHECK(gst_app_src_end_of_stream(GST_APP_SRC(source)) == GST_FLOW_OK);
    gst_object_unref(source);
    await_end(pipeline);
    check_copies(pipeline, copies);
    end(pipeline);
}

// MARK: Memory

static gint held;

static void let_go(gpointer memory) {
    g_atomic_int_dec_and_test(&held);
    g_free(memory);
}

static GstBuffer *counted(void) {
    g_atomic_int_inc(&held);
    gpointer memory = g_malloc(own.size);
    return gst_buffer_new_wrapped_full(0, memory, own.size, 0, own.size, memory, let_go);
}

// The pool that pssink proposes has no limit, and the alignment of the library's own.
static void proposal(void) {
    GstElement *pipeline = parse("appsrc name=source ! pssink name=ps outputs=null:");
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    GstPad *pad = gst_element_get_static_pad(sink, "video");
    GstCaps *caps = gst_video_info_to_caps(&own);
    GstQuery *query = gst_query_new_allocation(caps, TRUE);
    CHECK(gst_element_set_state(pipeline, GST_STATE_PAUSED) != GST_STATE_CHANGE_FAILURE);
    CHECK(gst_pad_query(pad, query));
    CHECK(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL));
    GstBufferPool *proposed = NULL;
    GstAllocationParams parameters;
    guint size, minimum, maximum;
    CHECK(gst_query_get_n_allocation_pools(query) == 1);
    gst_query_parse_nth_allocation_pool(query, 0, &proposed, &size, &minimum, &maximum);
    gst_query_parse_nth_allocation_param(query, 0, NULL, &parameters);
    CHECK(proposed && size == own.size && minimum == 2 && maximum == 0);
    CHECK(parameters.align == 63);
    gst_object_unref(proposed);
    gst_query_unref(query);
    gst_caps_unref(caps);
    gst_object_unref(pad);
    gst_object_unref(sink);
    end(pipeline);
}

int main(int count, char **arguments) {
    gst_init(&count, &arguments);
    gst_video_info_set_format(&own, GST_VIDEO_FORMAT_I420, WIDTH, HEIGHT);
    own.fps_n = 30;
    proposal();
    of_a_source("width=320,height=180");
    of_a_source("width=404,height=710");
    of_an_app(in_place, 0);
    of_an_app(with_wide_rows, FRAMES);
    of_an_app(in_two_parts, FRAMES);
    make_pool(0);
    of_an_app(of_a_pool, 0);
    drop_pool();
    make_pool(4);
    of_an_app(of_a_pool, FRAMES);
    of_an_app(of_a_parent, FRAMES);
    drop_pool();
    // Every buffer returns to its owner, the last one possibly after the close.
    of_an_app(counted, 0);
    gint64 deadline = g_get_monotonic_time() + 30 * G_TIME_SPAN_SECOND;
    while (g_atomic_int_get(&held) > 0 && g_get_monotonic_time() < deadline) g_thread_yield();
    CHECK(g_atomic_int_get(&held) == 0);
    // None has returned twice.
    CHECK(g_atomic_int_get(&held) == 0);
    printf("frames: passed\n");
}
