// Processor time of a sink in microseconds a frame, in real time: sink-cost SINK LAYOUT FRAMES
//
// SINK is `pssink`, or `fakesink`, behind which each frame is copied once. LAYOUT is `own`, GStreamer's default one, or `wide`,
// with rows that are padded to 2048 bytes. 1920x1080 at 60 frames a second; the source only refers to frames in memory.
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080, RATE = 60, FRAME_BYTES = WIDTH * HEIGHT * 3 / 2, STRIDE = 2048, SOURCES = 4 };
// A second in which pools, threads and caches reach their steady state.
enum { WARM_UP = RATE };

static void *target[2];

static void *allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 64, bytes) != 0) abort();
    // Touched in advance, so that page faults do not affect the measurement.
    memset(memory, 0x55, bytes);
    return memory;
}

static GstPadProbeReturn copy(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    static unsigned count;
    GstMapInfo map;
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    (void)pad;
    (void)context;
    if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) abort();
    void *memory = target[count++ % 2];
    memcpy(memory, map.data, FRAME_BYTES);
    // Marks the copy as used; otherwise the compiler may remove it.
    __asm__ volatile("" : : "r"(memory) : "memory");
    gst_buffer_unmap(buffer, &map);
    return GST_PAD_PROBE_OK;
}

static double processor_microseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static GstBuffer *make_buffer(GstMemory *memory, long number, gboolean is_wide) {
    GstBuffer *buffer = gst_buffer_new();
    gst_buffer_append_memory(buffer, gst_memory_ref(memory));
    GST_BUFFER_PTS(buffer) = gst_util_uint64_scale(number, GST_SECOND, RATE);
    GST_BUFFER_DURATION(buffer) = GST_SECOND / RATE;
    if (is_wide) {
        gint strides[4] = {STRIDE, STRIDE / 2, STRIDE / 2};
        gsize offsets[4] = {0, STRIDE * HEIGHT, STRIDE * HEIGHT * 5 / 4};
        gst_buffer_add_video_meta_full(buffer, 0, GST_VIDEO_FORMAT_I420, WIDTH, HEIGHT, 3, offsets, strides);
    }
    return buffer;
}

// The last message of the pipeline: the end of the stream.
static void await_end(GstElement *pipeline) {
    GstBus *bus = gst_element_get_bus(pipeline);
    GstMessage *message = gst_bus_timed_pop_filtered(bus, 30 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (!message || GST_MESSAGE_TYPE(message) != GST_MESSAGE_EOS) {
        fprintf(stderr, "the pipeline has not ended\n");
        exit(1);
    }
    gst_message_unref(message);
    gst_object_unref(bus);
}

int main(int count, char **arguments) {
    gst_init(&count, &arguments);
    if (count != 4) return 2;
    gboolean is_ours = strcmp(arguments[1], "pssink") == 0, is_wide = strcmp(arguments[2], "wide") == 0;
    long frames = atol(arguments[3]);
    gsize bytes = is_wide ? STRIDE * HEIGHT * 3 / 2 : FRAME_BYTES;
    GstMemory *sources[SOURCES];
    for (int i = 0; i < SOURCES; i++) {
        sources[i] = gst_memory_new_wrapped(GST_MEMORY_FLAG_READONLY, allocate(bytes), bytes, 0, bytes, NULL, NULL);
    }
    for (int i = 0; i < 2; i++) target[i] = allocate(FRAME_BYTES);

    char *caps = g_strdup_printf(
        "video/x-raw,format=I420,width=%d,height=%d,framerate=%d/1,colorimetry=bt709", WIDTH, HEIGHT, RATE);
    char *text = g_strdup_printf(
        "appsrc name=source format=time block=true max-buffers=2 caps=\"%s\" ! %s", caps,
        is_ours ? "pssink name=sink outputs=null:" : "fakesink name=sink sync=true enable-last-sample=false");
    GstElement *pipeline = gst_parse_launch_full(text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, NULL);
    if (!pipeline) return fprintf(stderr, "cannot make: %s\n", text), 1;
    GstElement *source = gst_bin_get_by_name(GST_BIN(pipeline), "source");
    if (!is_ours) {
        GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
        GstPad *pad = gst_element_get_static_pad(sink, "sink");
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, copy, NULL, NULL);
    }
    if (gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE) return 1;

    double start = 0;
    for (long frame = 0; frame < WARM_UP + frames; frame++) {
        if (frame == WARM_UP) start = processor_microseconds();
        GstBuffer *buffer = make_buffer(sources[frame % SOURCES], frame, is_wide);
        if (gst_app_src_push_buffer(GST_APP_SRC(source), buffer) != GST_FLOW_OK) return 1;
    }
    double cost = (processor_microseconds() - start) / (double)frames;
    gst_app_src_end_of_stream(GST_APP_SRC(source));
    await_end(pipeline);
    if (is_ours) {
        // The measured path was taken: all frames were accepted, and copied or not.
        char *snapshot = NULL, *expected = g_strdup_printf("\"video\":{\"accepted\":%ld,", WARM_UP + frames);
        guint64 copied = 0;
        GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
        g_object_get(sink, "snapshot", &snapshot, "copied-frames", &copied, NULL);
        if (!snapshot || !strstr(snapshot, expected)) return fprintf(stderr, "%s\n", snapshot), 1;
        if (copied != (is_wide ? (guint64)(WARM_UP + frames) : 0)) return fprintf(stderr, "%d copies\n", (int)copied), 1;
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    printf("%.3f\n", cost);
}
