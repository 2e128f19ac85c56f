// A program that uses the library and the plugin has one studio. Pause, flush and end of stream, a silent audio pad, element
// messages.
#include "gst_check.h"

#include <gst/app/gstappsrc.h>

// One copy of the library is mapped, and it serves the program and the plugin.
static void one_studio(void) {
    ps_session_options options = fast_options();
    ps_sender *sender;
    ps_session *session = begun(&options, &sender);
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=10 ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null:");
    set_state(pipeline, GST_STATE_PLAYING);
    await_end(pipeline);
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps);
    char line[512], first[512] = "";
    while (fgets(line, sizeof line, maps)) {
        CHECK(!strstr(line, "libswift"));
        char *path = strchr(line, '/');
        if (!path || !strstr(path, "libpsstudio")) continue;
        if (!*first) strcpy(first, path);
        CHECK(strcmp(first, path) == 0);
    }
    fclose(maps);
    CHECK(*first);
    set_state(pipeline, GST_STATE_NULL);
    check_accepted(pipeline, 10, 0);
    check_snapshot(pipeline, "\"stopReason\":\"eos\"");
    gst_object_unref(pipeline);
    SUCCEEDS(ps_session_close(session));
}

static void messages(void) {
    GstElement *pipeline = parse(
        "videotestsrc ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null:");
    set_state(pipeline, GST_STATE_PLAYING);
    for (int is_sending = 0, is_live = 0; !is_sending || !is_live;) {
        GstMessage *message = await(pipeline, GST_MESSAGE_ELEMENT);
        const GstStructure *fields = gst_message_get_structure(message);
        if (gst_structure_has_name(fields, "psstudio-state")) {
            is_sending |= strcmp(gst_structure_get_string(fields, "state"), "sending") == 0;
        }
        if (gst_structure_has_name(fields, "psstudio-output")) {
            is_live |= strcmp(gst_structure_get_string(fields, "address"), "null:") == 0;
        }
        gst_message_unref(message);
    }
    end(pipeline);
}

// The role is lost while the pipeline runs: one error with details.
static void loses_its_role(void) {
    GstElement *pipeline = parse(
        "videotestsrc ! video/x-raw,width=320,height=180,framerate=30/1 ! "
        "pssink name=ps outputs=null: scenario=co-host-revoked");
    set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *message = await(pipeline, GST_MESSAGE_ERROR);
    const GstStructure *details;
    gst_message_parse_error_details(message, &details);
    CHECK(details);
    CHECK(gst_structure_get_string(details, "code"));
    CHECK(strcmp(GST_OBJECT_NAME(GST_MESSAGE_SRC(message)), "ps") == 0);
    gst_message_unref(message);
    end(pipeline);
}

// One of two outputs fails: one warning, and no error at the end.
static void loses_an_output(void) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=10 ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps");
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    g_object_set(sink, "outputs", "null:\n/nonexistent/show.mp4", NULL);
    gst_object_unref(sink);
    set_state(pipeline, GST_STATE_PLAYING);
    int warnings = 0;
    for (int is_over = 0; !is_over;) {
        GstMessage *message = await(pipeline, GST_MESSAGE_WARNING | GST_MESSAGE_EOS);
        is_over = GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS;
        warnings += !is_over;
        gst_message_unref(message);
    }
    set_state(pipeline, GST_STATE_READY);
    GstBus *bus = gst_element_get_bus(pipeline);
    for (GstMessage *message; (message = gst_bus_pop_filtered(bus, GST_MESSAGE_WARNING | GST_MESSAGE_ERROR));) {
        CHECK(GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING);
        warnings++;
        gst_message_unref(message);
    }
    gst_object_unref(bus);
    CHECK(warnings == 1);
    end(pipeline);
}

// The only output fails, and the stream ends before that is known: an error, and no end of stream.
static void loses_its_only_output(void) {
    for (int count = 1; count <= 12; count++) {
        char text[256];
        snprintf(
            text, sizeof text, "videotestsrc num-buffers=%d ! video/x-raw,width=320,height=180,framerate=30/1 ! "
            "pssink name=ps sync=false outputs=/nonexistent/show.mp4", count);
        GstElement *pipeline = parse(text);
        // It fails when the error comes first.
        gst_element_set_state(pipeline, GST_STATE_PLAYING);
        char *message = await_error(pipeline, "");
        CHECK(strstr(message, "/nonexistent/show.mp4"));
        g_free(message);
        GstBus *bus = gst_element_get_bus(pipeline);
        CHECK(!gst_bus_pop_filtered(bus, GST_MESSAGE_EOS));
        gst_object_unref(bus);
        end(pipeline);
    }
}

static void seek(GstElement *pipeline) {
    CHECK(gst_element_seek(
        pipeline, 1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET, GST_SECOND / 3));
}

// The outputs are complete at the end of the stream. What comes later is an error.
static void finishes_at_the_end(void) {
    GstElement *pipeline = parse(
        "videotestsrc ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null:");
    set_state(pipeline, GST_STATE_PAUSED);
    seek(pipeline);
    set_state(pipeline, GST_STATE_PLAYING);
    await_end(pipeline);
    check_snapshot(pipeline, "\"state\":\"finished\"");
    check_snapshot(pipeline, "\"stopReason\":\"eos\"");
    check_accepted(pipeline, 10, 0);
    seek(pipeline);
    char *message = await_error(pipeline, "");
    CHECK(strstr(message, "GST_SEEK_FLAG_SEGMENT"));
    g_free(message);
    // NULL discards the source's own error. Another session follows.
    set_state(pipeline, GST_STATE_NULL);
    set_state(pipeline, GST_STATE_PLAYING);
    check_snapshot(pipeline, "\"state\":\"sending\"");
    end(pipeline);
}

static void pauses_and_flushes(void) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=40 ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null: "
        "audiotestsrc num-buffers=64 samplesperbuffer=1000 ! audio/x-raw,rate=48000,channels=2 ! ps.");
    set_state(pipeline, GST_STATE_PLAYING);
    set_state(pipeline, GST_STATE_PAUSED);
    check_snapshot(pipeline, "\"state\":\"sending\"");
    set_state(pipeline, GST_STATE_PLAYING);
    CHECK(gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SECOND / 2));
    await_end(pipeline);
    set_state(pipeline, GST_STATE_NULL);
    // Nothing is rejected. A busy machine may send in bursts, which is reported.
    check_snapshot_count(pipeline, "\"refused\":0,", 2);
    // It starts again, with another session.
    set_state(pipeline, GST_STATE_PLAYING);
    await_end(pipeline);
    end(pipeline);
}

// A linked audio pad without data does not keep the pipeline from playing.
static void silent_audio(void) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=10 ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null: "
        "appsrc name=silent format=time caps=audio/x-raw,format=S16LE,layout=interleaved,rate=48000,channels=2 ! ps.audio");
    set_state(pipeline, GST_STATE_PLAYING);
    CHECK(GST_STATE(pipeline) == GST_STATE_PLAYING);
    GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "silent");
    CHECK(gst_app_src_end_of_stream(GST_APP_SRC(source)) == GST_FLOW_OK);
    gst_object_unref(source);
    await_end(pipeline);
    set_state(pipeline, GST_STATE_NULL);
    check_accepted(pipeline, 10, 0);
    gst_object_unref(pipeline);
}

// Without NULL in between: each session has its own size.
static void ready_and_again(void) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=10 ! capsfilter name=size ! pssink name=ps outputs=null: "
        "audiotestsrc num-buffers=16 samplesperbuffer=1000 ! audio/x-raw,rate=48000,channels=2 ! ps.");
    const char *sizes[] = {
        "video/x-raw,width=320,height=180,framerate=30/1", "video/x-raw,width=640,height=360,framerate=30/1"};
    GstElement *filter = gst_bin_get_by_name(GST_BIN(pipeline), "size");
    for (int i = 0; i < 2; i++) {
        gst_util_set_object_arg(G_OBJECT(filter), "caps", sizes[i]);
        set_state(pipeline, GST_STATE_PLAYING);
        await_end(pipeline);
        set_state(pipeline, GST_STATE_READY);
        check_accepted(pipeline, 10, 16);
    }
    gst_object_unref(filter);
    end(pipeline);
}

// Stopped at any moment of its start, a pipeline has no error.
static void stops_while_starting(void) {
    for (int i = 0; i < 60; i++) {
        GstElement *pipeline = parse(
            "videotestsrc ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink name=ps outputs=null:");
        GstBus *bus = gst_element_get_bus(pipeline);
        CHECK(gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE);
        g_usleep(i * 100);
        set_state(pipeline, GST_STATE_READY);
        CHECK(!gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR));
        gst_object_unref(bus);
        end(pipeline);
    }
}

int main(int count, char **arguments) {
    gst_init(&count, &arguments);
    one_studio();
    messages();
    loses_its_role();
    loses_an_output();
    loses_its_only_output();
    finishes_at_the_end();
    pauses_and_flushes();
    silent_audio();
    ready_and_again();
    stops_while_starting();
    printf("pipeline: passed\n");
}
