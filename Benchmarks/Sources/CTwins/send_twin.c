#include "twins.h"

#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A capacity of two, like PipelineTap.
enum { PLACES = 2 };

struct TwinSession {
    GstElement *pipeline;
    GstAppSrc *source;
    GstBufferPool *pool;
    size_t frame_bytes;
    GstClockTime start;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int inside;
    long left;
};

static GstClockTime now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (GstClockTime)time.tv_sec * GST_SECOND + (GstClockTime)time.tv_nsec;
}

static GstPadProbeReturn buffer_left(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    (void)info;
    TwinSession *session = context;
    pthread_mutex_lock(&session->mutex);
    session->inside--;
    session->left++;
    pthread_cond_signal(&session->changed);
    pthread_mutex_unlock(&session->mutex);
    return GST_PAD_PROBE_OK;
}

static GstBufferPool *make_pool(size_t bytes) {
    // The same parameters as BufferPool: two initial buffers, no limit, cache line alignment.
    GstBufferPool *pool = gst_buffer_pool_new();
    GstStructure *configuration = gst_buffer_pool_get_config(pool);
    GstAllocationParams parameters;
    gst_allocation_params_init(&parameters);
    parameters.align = 63;
    gst_buffer_pool_config_set_params(configuration, NULL, (guint)bytes, 2, 0);
    gst_buffer_pool_config_set_allocator(configuration, NULL, &parameters);
    if (!gst_buffer_pool_set_config(pool, configuration) || !gst_buffer_pool_set_active(pool, TRUE)) abort();
    return pool;
}

TwinSession *twin_open(const char *pipeline, int width, int height) {
    if (!gst_init_check(NULL, NULL, NULL)) return NULL;
    TwinSession *session = calloc(1, sizeof *session);
    pthread_mutex_init(&session->mutex, NULL);
    pthread_cond_init(&session->changed, NULL);
    session->frame_bytes = (size_t)width * (size_t)height * 3 / 2;
    session->start = now();
    session->pool = make_pool(session->frame_bytes);
    session->pipeline = gst_parse_launch_full(pipeline, NULL, GST_PARSE_FLAG_FATAL_ERRORS, NULL);
    if (!session->pipeline) return NULL;
    gst_object_ref_sink(session->pipeline);
    session->source = GST_APP_SRC(gst_bin_get_by_name(GST_BIN(session->pipeline), "video"));
    g_object_set(session->source, "format", GST_FORMAT_TIME, "max-bytes", (guint64)0, "emit-signals", FALSE, NULL);
    GstCaps *caps = gst_caps_new_simple(
        "video/x-raw", "format", G_TYPE_STRING, "I420", "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
        "framerate", GST_TYPE_FRACTION, 0, 1, NULL);
    gst_app_src_set_caps(session->source, caps);
    gst_caps_unref(caps);
    GstPad *pad = gst_element_get_static_pad(GST_ELEMENT(session->source), "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, buffer_left, session, NULL);
    gst_object_unref(pad);
    if (gst_element_set_state(session->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE) return NULL;
    return session;
}

static void enter(TwinSession *session) {
    pthread_mutex_lock(&session->mutex);
    while (session->inside == PLACES) pthread_cond_wait(&session->changed, &session->mutex);
    session->inside++;
    pthread_mutex_unlock(&session->mutex);
}

static void push(TwinSession *session, GstBuffer *buffer) {
    GST_BUFFER_PTS(buffer) = GST_BUFFER_DTS(buffer) = now() - session->start;
    if (gst_app_src_push_buffer(session->source, buffer) != GST_FLOW_OK) abort();
}

void twin_send_copies(TwinSession *session, const void *source, long frames) {
    for (long frame = 0; frame < frames; frame++) {
        enter(session);
        GstBuffer *buffer = NULL;
        GstMapInfo map;
        if (gst_buffer_pool_acquire_buffer(session->pool, &buffer, NULL) != GST_FLOW_OK) abort();
        if (!gst_buffer_map(buffer, &map, GST_MAP_WRITE)) abort();
        memcpy(map.data, source, session->frame_bytes);
        gst_buffer_unmap(buffer, &map);
        push(session, buffer);
    }
}

void twin_send_borrowed(TwinSession *session, size_t bytes, long frames) {
    for (long frame = 0; frame < frames; frame++) {
        enter(session);
        GstBuffer *buffer = NULL;
        GstMapInfo map;
        if (gst_buffer_pool_acquire_buffer(session->pool, &buffer, NULL) != GST_FLOW_OK) abort();
        if (!gst_buffer_map(buffer, &map, GST_MAP_WRITE)) abort();
        twin_render(map.data, bytes, frame);
        gst_buffer_unmap(buffer, &map);
        push(session, buffer);
    }
}

long twin_drain(TwinSession *session) {
    pthread_mutex_lock(&session->mutex);
    while (session->inside > 0) pthread_cond_wait(&session->changed, &session->mutex);
    long left = session->left;
    pthread_mutex_unlock(&session->mutex);
    return left;
}

void twin_close(TwinSession *session) {
    gst_element_set_state(session->pipeline, GST_STATE_NULL);
    gst_object_unref(session->source);
    gst_object_unref(session->pipeline);
    gst_buffer_pool_set_active(session->pool, FALSE);
    gst_object_unref(session->pool);
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->mutex);
    free(session);
}
