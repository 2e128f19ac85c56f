// Wraps what Swift cannot import from GStreamer: macros, variadics and casts. Everything else is called directly.
#ifndef PSGST_SHIM_H
#define PSGST_SHIM_H

#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>
#include <gst/audio/audio.h>

// Checked casts are macros.
static inline GstBin *psgst_bin(gpointer object) { return GST_BIN(object); }
static inline GstElement *psgst_element(gpointer object) { return GST_ELEMENT(object); }
static inline GstAppSrc *psgst_app_src(gpointer object) { return GST_APP_SRC(object); }
static inline GstAppSink *psgst_app_sink(gpointer object) { return GST_APP_SINK(object); }
static inline GstObject *psgst_object(gpointer object) { return GST_OBJECT(object); }
static inline gboolean psgst_is_app_src(gpointer object) { return GST_IS_APP_SRC(object); }
static inline gboolean psgst_is_app_sink(gpointer object) { return GST_IS_APP_SINK(object); }
static inline gboolean psgst_is_source(gpointer object) { return GST_OBJECT_FLAG_IS_SET(object, GST_ELEMENT_FLAG_SOURCE); }
static inline gboolean psgst_is_sink(gpointer object) { return GST_OBJECT_FLAG_IS_SET(object, GST_ELEMENT_FLAG_SINK); }
static inline gboolean psgst_is_transform(gpointer object) { return GST_IS_BASE_TRANSFORM(object); }
static inline GstBaseTransform *psgst_transform(gpointer object) { return GST_BASE_TRANSFORM(object); }
static inline GstPluginFeature *psgst_plugin_feature(gpointer object) { return GST_PLUGIN_FEATURE(object); }
static inline gboolean psgst_is_bin(gpointer object) { return GST_IS_BIN(object); }
static inline const gchar *psgst_object_name(gpointer object) { return GST_OBJECT_NAME(object); }

// Reference counting of mini objects is inline and generic in C.
static inline void psgst_buffer_unref(GstBuffer *buffer) { gst_buffer_unref(buffer); }
static inline GstBuffer *psgst_buffer_ref(GstBuffer *buffer) { return gst_buffer_ref(buffer); }
static inline void psgst_caps_unref(GstCaps *caps) { gst_caps_unref(caps); }
static inline GstCaps *psgst_caps_ref(GstCaps *caps) { return gst_caps_ref(caps); }
static inline void psgst_sample_unref(GstSample *sample) { gst_sample_unref(sample); }
static inline void psgst_event_unref(GstEvent *event) { gst_event_unref(event); }
static inline GstEvent *psgst_event_ref(GstEvent *event) { return gst_event_ref(event); }
static inline void psgst_message_unref(GstMessage *message) { gst_message_unref(message); }

// A GstMemory is a mini object; Swift lacks the cast.
static inline void psgst_memory_on_release(GstMemory *memory, GstMiniObjectNotify notify, gpointer data) {
    gst_mini_object_weak_ref(GST_MINI_OBJECT_CAST(memory), notify, data);
}

// Functions with variable arguments.
static inline GstStructure *psgst_linear_scaling(gint maximum_taps) {
    return gst_structure_new(
        "GstVideoConverter", GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD,
        GST_VIDEO_RESAMPLER_METHOD_LINEAR, GST_VIDEO_RESAMPLER_OPT_MAX_TAPS, G_TYPE_INT, maximum_taps, NULL);
}

// False for an element without an interface for tags.
static inline gboolean psgst_set_title(gpointer element, const gchar *title) {
    if (!GST_IS_TAG_SETTER(element)) return FALSE;
    gst_tag_setter_add_tags(GST_TAG_SETTER(element), GST_TAG_MERGE_REPLACE, GST_TAG_TITLE, title, NULL);
    return TRUE;
}

// Anonymous enums, union members and macros with arguments.
static inline GstMessageType psgst_message_type(GstMessage *message) { return GST_MESSAGE_TYPE(message); }
static inline gpointer psgst_message_source(GstMessage *message) { return GST_MESSAGE_SRC(message); }
static inline GLogWriterOutput psgst_discard(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    return G_LOG_WRITER_HANDLED;
}
static inline void psgst_discard_log(void) { g_log_set_writer_func(psgst_discard, NULL, NULL); }
// Structure fields are untyped values; each type has its own accessor.
static inline GLogWriterOutput psgst_forward(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer body) {
    const char *domain = NULL;
    for (gsize index = 0; index < count; index++) {
        if (g_strcmp0(fields[index].key, "GLIB_DOMAIN") == 0) domain = fields[index].value;
    }
    if (g_log_writer_default_would_drop(level, domain)) return G_LOG_WRITER_HANDLED;
    char *line = g_log_writer_format_fields(level, fields, count, FALSE);
    ((void (*)(const char *))body)(line);
    g_free(line);
    return G_LOG_WRITER_HANDLED;
}
static inline void psgst_forward_log(void (*body)(const char *)) {
    g_log_set_writer_func(psgst_forward, (gpointer)body, NULL);
}
// GStreamer's macros cast a probe's data without a check; these return NULL for other types.
static inline GstBuffer *psgst_probe_buffer(GstPadProbeInfo *info) {
    return info->type & GST_PAD_PROBE_TYPE_BUFFER ? GST_PAD_PROBE_INFO_BUFFER(info) : NULL;
}
static inline GstEvent *psgst_probe_event(GstPadProbeInfo *info) {
    return info->type & (GST_PAD_PROBE_TYPE_EVENT_BOTH | GST_PAD_PROBE_TYPE_EVENT_FLUSH) ? GST_PAD_PROBE_INFO_EVENT(info) : NULL;
}
static inline gboolean psgst_event_is_caps(GstEvent *event) { return GST_EVENT_TYPE(event) == GST_EVENT_CAPS; }
static inline gboolean psgst_event_is_end(GstEvent *event) { return GST_EVENT_TYPE(event) == GST_EVENT_EOS; }
static inline gboolean psgst_event_is_flush_start(GstEvent *event) { return GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_START; }
static inline gboolean psgst_event_is_flush_stop(GstEvent *event) { return GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP; }
static inline gboolean psgst_event_is_segment(GstEvent *event) { return GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT; }
static inline GstQuery *psgst_probe_query(GstPadProbeInfo *info) {
    return info->type & GST_PAD_PROBE_TYPE_QUERY_BOTH ? GST_PAD_PROBE_INFO_QUERY(info) : NULL;
}
static inline gboolean psgst_query_is_seeking(GstQuery *query) { return GST_QUERY_TYPE(query) == GST_QUERY_SEEKING; }
static inline gboolean psgst_query_is_allocation(GstQuery *query) { return GST_QUERY_TYPE(query) == GST_QUERY_ALLOCATION; }
static inline GstBuffer *psgst_probe_make_writable(GstPadProbeInfo *info) {
    info->data = gst_buffer_make_writable(GST_PAD_PROBE_INFO_BUFFER(info));
    return GST_PAD_PROBE_INFO_BUFFER(info);
}
static inline void psgst_probe_replace_event(GstPadProbeInfo *info, GstEvent *event) {
    gst_event_unref(GST_PAD_PROBE_INFO_EVENT(info));
    info->data = event;
}
static inline void psgst_video_set_plane(GstVideoInfo *info, guint plane, gsize offset, gint stride) {
    info->offset[plane] = offset;
    info->stride[plane] = stride;
}
static inline gint psgst_video_fps_n(GstVideoInfo *info) { return GST_VIDEO_INFO_FPS_N(info); }
static inline gint psgst_video_fps_d(GstVideoInfo *info) { return GST_VIDEO_INFO_FPS_D(info); }
static inline gboolean psgst_video_is_rgb(GstVideoInfo *info) { return GST_VIDEO_INFO_IS_RGB(info); }
static inline GstVideoFormat psgst_frame_format(GstVideoFrame *frame) { return GST_VIDEO_FRAME_FORMAT(frame); }
static inline gint psgst_frame_stride(GstVideoFrame *frame, guint plane) { return GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane); }
static inline gpointer psgst_frame_plane(GstVideoFrame *frame, guint plane) { return GST_VIDEO_FRAME_PLANE_DATA(frame, plane); }
static inline void psgst_probe_replace(GstPadProbeInfo *info, GstBuffer *buffer) { info->data = buffer; }
static inline gboolean psgst_buffer_has_flag(GstBuffer *buffer, guint flag) { return (GST_BUFFER_FLAGS(buffer) & flag) != 0; }
static inline void psgst_buffer_set_flag(GstBuffer *buffer, guint flag) { GST_BUFFER_FLAG_SET(buffer, flag); }
static inline void psgst_buffer_unset_flag(GstBuffer *buffer, guint flag) { GST_BUFFER_FLAG_UNSET(buffer, flag); }

// GValue is initialised by a macro, GType constants are macros with casts.
static inline GType psgst_fundamental(GType type) { return G_TYPE_FUNDAMENTAL(type); }
static inline gboolean psgst_spec_writable(GParamSpec *spec) { return (spec->flags & G_PARAM_WRITABLE) != 0; }
static inline GList *psgst_decoders(void) {
    return gst_element_factory_list_get_elements(GST_ELEMENT_FACTORY_TYPE_DECODER, GST_RANK_MARGINAL);
}
static inline GParamSpec *psgst_find_property(gpointer object, const gchar *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}
/// All properties of an object, which the caller frees with g_free.
static inline GParamSpec **psgst_properties(gpointer object, guint *count) {
    return g_object_class_list_properties(G_OBJECT_GET_CLASS(object), count);
}
/// Whether the values of a property are numbers, flags or words that its type declares. They contain no text of anyone's.
static inline gboolean psgst_has_plain_values(const GParamSpec *spec) {
    switch (G_TYPE_FUNDAMENTAL(spec->value_type)) {
    case G_TYPE_BOOLEAN: case G_TYPE_INT: case G_TYPE_UINT: case G_TYPE_LONG: case G_TYPE_ULONG: case G_TYPE_INT64:
    case G_TYPE_UINT64: case G_TYPE_FLOAT: case G_TYPE_DOUBLE: case G_TYPE_ENUM: case G_TYPE_FLAGS: return TRUE;
    default: return FALSE;
    }
}
static inline void psgst_object_set(gpointer object, const gchar *name, const GValue *value) {
    g_object_set_property(G_OBJECT(object), name, value);
}
static inline void psgst_object_get(gpointer object, const gchar *name, GValue *value) {
    g_object_get_property(G_OBJECT(object), name, value);
}

// The interface of GIO's streams that are read without blocking. Its header would import all of GIO.
typedef struct {
    GTypeInterface interface;
    gboolean (*can_poll)(gpointer stream);
    gboolean (*is_readable)(gpointer stream);
    GSource *(*create_source)(gpointer stream, gpointer cancellable);
    gssize (*read_nonblocking)(gpointer stream, void *buffer, gsize count, GError **error);
} PSGSTPollableInput;
// The class of an instance is a public field behind macros.
static inline GType psgst_instance_type(gpointer instance) { return G_TYPE_FROM_INSTANCE(instance); }
static inline void psgst_set_class(gpointer instance, gpointer type_class) {
    ((GTypeInstance *)instance)->g_class = type_class;
}
static inline gpointer psgst_interface(gpointer instance, GType type) {
    return g_type_interface_peek(((GTypeInstance *)instance)->g_class, type);
}
static inline void psgst_object_set_data(gpointer object, const gchar *key, gpointer data, GDestroyNotify release) {
    g_object_set_data_full(G_OBJECT(object), key, data, release);
}
static inline gpointer psgst_object_data(gpointer object, const gchar *key) {
    return g_object_get_data(G_OBJECT(object), key);
}

// Types of values are macros.
static inline gboolean psgst_is_array(const GValue *value) { return GST_VALUE_HOLDS_ARRAY(value); }
static inline GstBuffer *psgst_value_buffer(const GValue *value) {
    return GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
}
static inline guint64 psgst_value_bitmask(const GValue *value) {
    return GST_VALUE_HOLDS_BITMASK(value) ? gst_value_get_bitmask(value) : 0;
}
static inline void psgst_structure_set_bitmask(GstStructure *structure, const gchar *field, guint64 value) {
    gst_structure_set(structure, field, GST_TYPE_BITMASK, value, NULL);
}
static inline void psgst_value_init_array(GValue *value) { g_value_init(value, GST_TYPE_ARRAY); }
// The property "mix-matrix" is an array of arrays of floats.
static inline void psgst_set_mix_matrix(GstElement *element, const gfloat *weights, guint rows, guint columns) {
    GValue matrix = G_VALUE_INIT, row = G_VALUE_INIT, weight = G_VALUE_INIT;
    g_value_init(&matrix, GST_TYPE_ARRAY);
    g_value_init(&weight, G_TYPE_FLOAT);
    for (guint y = 0; y < rows; y++) {
        g_value_init(&row, GST_TYPE_ARRAY);
        for (guint x = 0; x < columns; x++) {
            g_value_set_float(&weight, weights[y * columns + x]);
            gst_value_array_append_value(&row, &weight);
        }
        gst_value_array_append_value(&matrix, &row);
        g_value_unset(&row);
    }
    g_object_set_property(G_OBJECT(element), "mix-matrix", &matrix);
    g_value_unset(&matrix);
}
static inline void psgst_array_append_buffer(GValue *array, GstBuffer *buffer) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, GST_TYPE_BUFFER);
    gst_value_set_buffer(&value, buffer);
    gst_value_array_append_and_take_value(array, &value);
}

// Object flags are read by a macro.
static inline gboolean psgst_plugin_has_flag(GstPlugin *plugin, GstPluginFlags flag) {
    return GST_OBJECT_FLAG_IS_SET(plugin, flag);
}

// Fundamental types are shifted constants that Swift does not import.
enum {
    PSGST_BOOLEAN = G_TYPE_BOOLEAN, PSGST_INT = G_TYPE_INT, PSGST_UINT = G_TYPE_UINT, PSGST_INT64 = G_TYPE_INT64,
    PSGST_UINT64 = G_TYPE_UINT64, PSGST_DOUBLE = G_TYPE_DOUBLE, PSGST_FLOAT = G_TYPE_FLOAT,
    PSGST_STRING = G_TYPE_STRING, PSGST_ENUM = G_TYPE_ENUM, PSGST_FLAGS = G_TYPE_FLAGS, PSGST_BOXED = G_TYPE_BOXED
};

// The upstream request for a key frame is a variadic structure behind a helper of the video library.
static inline gboolean psgst_request_key_frame(GstElement *element) {
    return gst_element_send_event(
        element, gst_video_event_new_upstream_force_key_unit(GST_CLOCK_TIME_NONE, TRUE, 0));
}

#endif
