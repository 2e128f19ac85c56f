// Pipelines in C tests: waits with a deadline, the state of pssink, its errors.
#pragma once

#include "check.h"

#include <gst/gst.h>

static inline GstElement *parse(const char *text) {
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch_full(text, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
    if (error) fprintf(stderr, "%s\n", error->message);
    CHECK(pipeline && !error);
    return pipeline;
}

// Waits for a message of these types; fails after 30 seconds, and at an error that is not awaited.
static inline GstMessage *await(GstElement *pipeline, GstMessageType types) {
    GstBus *bus = gst_element_get_bus(pipeline);
    GstMessage *message = gst_bus_timed_pop_filtered(bus, 30 * GST_SECOND, types | GST_MESSAGE_ERROR);
    gst_object_unref(bus);
    CHECK(message);
    if (!(GST_MESSAGE_TYPE(message) & types)) {
        GError *error;
        gst_message_parse_error(message, &error, NULL);
        fprintf(stderr, "%s\n", error->message);
        CHECK(!"an error");
    }
    return message;
}

static inline void await_end(GstElement *pipeline) { gst_message_unref(await(pipeline, GST_MESSAGE_EOS)); }

static inline void set_state(GstElement *pipeline, GstState state) {
    CHECK(gst_element_set_state(pipeline, state) != GST_STATE_CHANGE_FAILURE);
    GstStateChangeReturn result = gst_element_get_state(pipeline, NULL, NULL, 30 * GST_SECOND);
    CHECK(result == GST_STATE_CHANGE_SUCCESS || result == GST_STATE_CHANGE_NO_PREROLL);
}

// The snapshot of pssink contains the text this often; -1 for at least once.
static inline void check_snapshot_count(GstElement *pipeline, const char *text, int count) {
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "ps");
    char *snapshot = NULL;
    g_object_get(sink, "snapshot", &snapshot, NULL);
    CHECK(snapshot);
    int found = 0;
    for (const char *at = snapshot; (at = strstr(at, text)); at++) found++;
    if (count < 0 ? !found : found != count) fprintf(stderr, "%s is %d times in %s\n", text, found, snapshot);
    CHECK(count < 0 ? found > 0 : found == count);
    g_free(snapshot);
    gst_object_unref(sink);
}

static inline void check_snapshot(GstElement *pipeline, const char *text) { check_snapshot_count(pipeline, text, -1); }

// The numbers of the media that the studio got, all of it accepted. Exact on a busy machine, too, where the outputs repeat
// frames.
static inline void check_accepted(GstElement *pipeline, int frames, int blocks) {
    char text[128];
    snprintf(text, sizeof text, "\"video\":{\"accepted\":%d,\"dropped\":0,\"refused\":0,", frames);
    check_snapshot(pipeline, text);
    snprintf(text, sizeof text, "\"audio\":{\"accepted\":%d,\"dropped\":0,\"refused\":0,", blocks);
    check_snapshot(pipeline, text);
}

// Waits for an error of pssink with this rule; "" for none. Returns its text.
static inline char *await_error(GstElement *pipeline, const char *rule) {
    GstMessage *message = await(pipeline, GST_MESSAGE_ERROR);
    const GstStructure *details;
    GError *error;
    gst_message_parse_error_details(message, &details);
    gst_message_parse_error(message, &error, NULL);
    const char *found = details ? gst_structure_get_string(details, "rule") : "";
    if (strcmp(found, rule) != 0) fprintf(stderr, "%s\n", error->message);
    CHECK(strcmp(found, rule) == 0);
    CHECK(strcmp(GST_OBJECT_NAME(GST_MESSAGE_SRC(message)), "ps") == 0);
    char *text = g_strdup(error->message);
    g_error_free(error);
    gst_message_unref(message);
    return text;
}

static inline void end(GstElement *pipeline) {
    set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}
