// Pads of pssink that come and go, what is pushed into them, and calls inside of its messages.
#include "gst_check.h"

#include <glib/gstdio.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>

// A pipeline of a pssink without pads, which waits for its first frame.
static GstElement *without_pads_to(const char *outputs) {
    GstElement *pipeline = gst_pipeline_new(NULL), *sink = gst_element_factory_make("pssink", "ps");
    g_object_set(sink, "outputs", outputs, NULL);
    gst_bin_add(GST_BIN(pipeline), sink);
    CHECK(gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE);
    return pipeline;
}

static GstElement *without_pads(void) { return without_pads_to("null:"); }

// Adds a source to the pipeline, and links it to a new pad of pssink.
static GstElement *add_source(GstElement *pipeline, int width, int height) {
    GstElement *source = gst_element_factory_make("appsrc", NULL), *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    GstCaps *caps = gst_caps_new_simple(
        "video/x-raw", "format", G_TYPE_STRING, "I420", "width", G_TYPE_INT, width, "height", G_TYPE_INT, height,
        "framerate", GST_TYPE_FRACTION, 30, 1, NULL);
    g_object_set(source, "caps", caps, "format", GST_FORMAT_TIME, NULL);
    gst_caps_unref(caps);
    gst_bin_add(GST_BIN(pipeline), source);
    CHECK(gst_element_link_pads(source, "src", sink, "video"));
    CHECK(gst_element_sync_state_with_parent(source));
    gst_object_unref(sink);
    return source;
}

// A frame whose meta has this size and format, whatever the caps are.
static void push(GstElement *source, GstVideoFormat format, int width, int height) {
    gsize size = (gsize)width * height * 3 / 2;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, size, NULL);
    gst_buffer_memset(buffer, 0, 128, size);
    GST_BUFFER_PTS(buffer) = 0;
    CHECK(gst_buffer_add_video_meta(buffer, 0, format, width, height));
    CHECK(gst_app_src_push_buffer(GST_APP_SRC(source), buffer) == GST_FLOW_OK);
}

static void release(GstElement *pipeline, const char *name) {
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    GstPad *pad = gst_element_get_static_pad(sink, name);
    CHECK(pad);
    gst_element_release_request_pad(sink, pad);
    gst_object_unref(pad);
    gst_object_unref(sink);
}

// The meta of a buffer is larger than its caps, or of another format.
static void wrong_meta(void) {
    GstElement *pipeline = without_pads();
    push(add_source(pipeline, 320, 180), GST_VIDEO_FORMAT_I420, 1280, 720);
    g_free(await_error(pipeline, "PS-SEND-005"));
    end(pipeline);
    pipeline = without_pads();
    push(add_source(pipeline, 320, 180), GST_VIDEO_FORMAT_YV12, 320, 180);
    char *text = await_error(pipeline, "");
    CHECK(strstr(text, "YV12"));
    g_free(text);
    end(pipeline);
}

// Frames without time stamps are sent when they come, which is at once here. A warning says so, once. An encoder takes one of them for each
// time of the program, and what is dropped is named.
static void without_time_stamps(void) {
    GError *error = NULL;
    char *folder = g_dir_make_tmp(NULL, &error), *file = g_build_filename(folder, "untimed.mkv", NULL);
    CHECK(!error);
    GstElement *pipeline = without_pads_to(file);
    GstElement *source = add_source(pipeline, 320, 180), *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    for (int i = 0; i < 60; i++) {
        GstBuffer *buffer = gst_buffer_new_allocate(NULL, 320 * 180 * 3 / 2, NULL);
        gst_buffer_memset(buffer, 0, i, 320 * 180 * 3 / 2);
        CHECK(gst_app_src_push_buffer(GST_APP_SRC(source), buffer) == GST_FLOW_OK);
    }
    CHECK(gst_app_src_end_of_stream(GST_APP_SRC(source)) == GST_FLOW_OK);
    GstMessage *warning = await(pipeline, GST_MESSAGE_WARNING);
    gst_message_parse_warning(warning, &error, NULL);
    CHECK(strstr(error->message, "a frame has no time stamp"));
    g_error_free(error);
    gst_message_unref(warning);
    // The first drop is a warning, and a message.
    warning = await(pipeline, GST_MESSAGE_WARNING);
    gst_message_parse_warning(warning, &error, NULL);
    CHECK(strstr(error->message, "were dropped"));
    CHECK(strstr(error->message, "set time stamps"));
    g_error_free(error);
    gst_message_unref(warning);
    GstMessage *dropped;
    while (!gst_message_has_name(dropped = await(pipeline, GST_MESSAGE_ELEMENT), "psstudio-dropped")) gst_message_unref(dropped);
    gint64 frames;
    CHECK(gst_structure_get_int64(gst_message_get_structure(dropped), "frames", &frames));
    CHECK(frames > 0);
    gst_message_unref(dropped);
    await_end(pipeline);
    guint64 untimed;
    g_object_get(sink, "untimed-frames", &untimed, NULL);
    CHECK(untimed == 60);
    gst_object_unref(sink);
    end(pipeline);
    CHECK(g_remove(file) == 0 && g_rmdir(folder) == 0);
    g_free(file);
    g_free(folder);
}

// A session that runs keeps its size, also when its pad is released and requested again.
static void another_source(void) {
    GstElement *pipeline = without_pads();
    push(add_source(pipeline, 320, 180), GST_VIDEO_FORMAT_I420, 320, 180);
    CHECK(gst_element_get_state(pipeline, NULL, NULL, 30 * GST_SECOND) == GST_STATE_CHANGE_SUCCESS);
    release(pipeline, "video");
    check_snapshot(pipeline, "\"state\":\"sending\"");
    push(add_source(pipeline, 1280, 720), GST_VIDEO_FORMAT_I420, 1280, 720);
    g_free(await_error(pipeline, "PS-SEND-005"));
    end(pipeline);
}

// Pads are released while their branches wait: for the state PLAYING, or for the time of the next buffer.
static void releases(GstState state) {
    GstElement *pipeline = parse(
        "videotestsrc ! video/x-raw,width=320,height=180,framerate=1/1 ! pssink name=ps outputs=null: "
        "audiotestsrc samplesperbuffer=48000 ! audio/x-raw,rate=48000,channels=2 ! ps.");
    set_state(pipeline, state);
    release(pipeline, "video");
    check_snapshot(pipeline, "\"state\":\"sending\"");
    release(pipeline, "audio");
    end(pipeline);
}

static GMutex mutex;
static GCond changed;
static gboolean is_held, may_continue;

// Holds the stream of the pad, which a release waits for.
static GstPadProbeReturn hold(GstPad *pad, GstPadProbeInfo *info, gpointer unused) {
    g_mutex_lock(&mutex);
    is_held = TRUE;
    g_cond_broadcast(&changed);
    while (!may_continue) g_cond_wait(&changed, &mutex);
    g_mutex_unlock(&mutex);
    return GST_PAD_PROBE_REMOVE;
}

static gpointer release_video(gpointer pipeline) {
    release(pipeline, "video");
    return NULL;
}

// A pad that is being released cannot be requested yet, and its name is not used twice.
static void requests_while_releasing(void) {
    GstElement *pipeline = without_pads(), *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    GstElement *source = add_source(pipeline, 320, 180);
    GstPad *video = gst_element_get_static_pad(sink, "video"), *inner = gst_ghost_pad_get_target(GST_GHOST_PAD(video));
    GstElement *branch = gst_pad_get_parent_element(inner);
    gst_pad_add_probe(inner, GST_PAD_PROBE_TYPE_BUFFER, hold, NULL, NULL);
    push(source, GST_VIDEO_FORMAT_I420, 320, 180);
    gint64 deadline = g_get_monotonic_time() + 30 * G_TIME_SPAN_SECOND;
    g_mutex_lock(&mutex);
    while (!is_held) CHECK(g_cond_wait_until(&changed, &mutex, deadline));
    g_mutex_unlock(&mutex);
    GThread *thread = g_thread_new(NULL, release_video, pipeline);
    while (!gst_element_is_locked_state(branch)) {
        CHECK(g_get_monotonic_time() < deadline);
        g_thread_yield();
    }
    CHECK(!gst_element_request_pad(sink, gst_element_get_pad_template(sink, "video"), NULL, NULL));
    g_mutex_lock(&mutex);
    may_continue = TRUE;
    g_cond_broadcast(&changed);
    g_mutex_unlock(&mutex);
    g_thread_join(thread);
    push(add_source(pipeline, 320, 180), GST_VIDEO_FORMAT_I420, 320, 180);
    CHECK(gst_element_get_state(pipeline, NULL, NULL, 30 * GST_SECOND) == GST_STATE_CHANGE_SUCCESS);
    gst_object_unref(branch);
    gst_object_unref(inner);
    gst_object_unref(video);
    gst_object_unref(sink);
    end(pipeline);
}

// The outputs have no track for audio that comes later.
static void late_audio(void) {
    GstElement *pipeline = parse(
        "videotestsrc ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null:");
    set_state(pipeline, GST_STATE_PLAYING);
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    GstPad *pad = gst_element_request_pad_simple(sink, "audio");
    CHECK(pad);
    gst_object_unref(pad);
    gst_object_unref(sink);
    gst_message_unref(await(pipeline, GST_MESSAGE_WARNING));
    end(pipeline);
}

// Pads are released and requested again, and those that are left end with the element.
static void pads(void) {
    GstElement *sink = gst_object_ref_sink(gst_element_factory_make("pssink", NULL));
    GstPad *video = gst_element_request_pad_simple(sink, "video"), *audio = gst_element_request_pad_simple(sink, "audio");
    CHECK(video && audio);
    gst_element_release_request_pad(sink, video);
    gst_object_unref(video);
    video = gst_element_request_pad_simple(sink, "video");
    CHECK(video);
    gst_object_unref(video);
    gst_object_unref(audio);
    gst_object_unref(sink);
}

// MARK: Callbacks

static volatile gint is_stopping, refusals;
static gboolean has_tried;

// A synchronous handler runs inside a callback of the library, where the session cannot be closed.
static GstBusSyncReply stop_at_once(GstBus *bus, GstMessage *message, gpointer pipeline) {
    const GstStructure *fields = gst_message_get_structure(message);
    if (GST_MESSAGE_TYPE(message) != GST_MESSAGE_ELEMENT || !gst_structure_has_name(fields, "psstudio-output")) {
        return GST_BUS_PASS;
    }
    if (!g_atomic_int_compare_and_exchange(&is_stopping, 0, 1)) return GST_BUS_PASS;
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    GstPad *pad = gst_element_get_static_pad(sink, "video");
    CHECK(ps_is_inside_callback());
    if (gst_element_set_state(sink, GST_STATE_NULL) == GST_STATE_CHANGE_FAILURE) g_atomic_int_inc(&refusals);
    gst_element_release_request_pad(sink, pad);
    if (GST_PAD_PARENT(pad) == sink) g_atomic_int_inc(&refusals);
    gst_object_unref(pad);
    gst_object_unref(sink);
    g_mutex_lock(&mutex);
    has_tried = TRUE;
    g_cond_broadcast(&changed);
    g_mutex_unlock(&mutex);
    return GST_BUS_PASS;
}

static void stops_inside_a_message(void) {
    GstElement *pipeline = parse(
        "videotestsrc ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null:");
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, stop_at_once, pipeline, NULL);
    CHECK(gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE);
    g_free(await_error(pipeline, "C-CALL-003"));
    // The first refusal posts the error.
    gint64 deadline = g_get_monotonic_time() + 30 * G_TIME_SPAN_SECOND;
    g_mutex_lock(&mutex);
    while (!has_tried) CHECK(g_cond_wait_until(&changed, &mutex, deadline));
    g_mutex_unlock(&mutex);
    CHECK(g_atomic_int_get(&refusals) == 2);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_object_unref(bus);
    // On this thread it stops.
    end(pipeline);
}

int main(int count, char **arguments) {
    gst_init(&count, &arguments);
    wrong_meta();
    without_time_stamps();
    another_source();
    releases(GST_STATE_PAUSED);
    releases(GST_STATE_PLAYING);
    requests_while_releasing();
    late_audio();
    pads();
    stops_inside_a_message();
    printf("pads: passed\n");
}
