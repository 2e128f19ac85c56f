// Memory, threads and descriptors stay flat: 100 scans of the plugin in this process, and 100 starts and stops of pssink, twice.
#include "gst_check.h"
#include "process.h"

#include <malloc.h>

// Forgets the plugin, and finds it again; with GST_REGISTRY_FORK=no it is loaded by this process.
static void scan(void) {
    GstRegistry *registry = gst_registry_get();
    GstPlugin *plugin = gst_registry_find_plugin(registry, "psstudio");
    CHECK(plugin);
    gst_registry_remove_plugin(registry, plugin);
    gst_object_unref(plugin);
    CHECK(!gst_registry_find_plugin(registry, "psstudio"));
    CHECK(gst_registry_scan_path(registry, g_getenv("GST_PLUGIN_PATH")));
    plugin = gst_registry_find_plugin(registry, "psstudio");
    CHECK(plugin);
    gst_object_unref(plugin);
}

static void cycle(void) {
    GstElement *pipeline = parse(
        "videotestsrc num-buffers=3 ! video/x-raw,width=320,height=180,framerate=30/1 ! "
        "pssink name=ps outputs=null: sync=false");
    set_state(pipeline, GST_STATE_PLAYING);
    await_end(pipeline);
    end(pipeline);
}

int main(int count, char **arguments) {
    // The number of threads, each of which would get an arena of its own, depends on the machine.
    mallopt(M_ARENA_MAX, 1);
    g_setenv("GST_REGISTRY_FORK", "no", TRUE);
    gst_init(&count, &arguments);
    for (int i = 0; i < 10; i++) scan();
    CHECK(is_flat("scans", scan));
    for (int i = 0; i < 30; i++) cycle();
    CHECK(is_flat("starts and stops of pssink", cycle));
}
