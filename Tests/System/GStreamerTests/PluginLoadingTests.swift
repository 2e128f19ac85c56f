import GStreamer
import Testing

struct PluginLoadingTests {
    @Test("An element that no plugin provides is left out, and the end waits for the thread")
    func missingElement() throws {
        let loading = PluginLoading(["nosuchelement", "fakesink"])
        loading.finish()
        loading.finish()
        #expect(ElementFactory("fakesink")?.canMake == true)
    }

    @Test("Elements are created while their plugins are loaded", arguments: 1...20)
    func concurrentCreation(round: Int) throws {
        let loading = PluginLoading(["x264enc", "h264parse", "matroskamux", "voaacenc"])
        let pipeline = try Pipeline("matroskamux name=mux ! fakesink  x264enc name=encoder ! h264parse ! mux.video_0")
        #expect(throws: Never.self) { try pipeline.element("encoder") }
        loading.finish()
    }
}
