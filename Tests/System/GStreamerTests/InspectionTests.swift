import Foundation
import GStreamer
import StudioTestSupport
import Testing

@Suite("Installed plugins")
struct InspectionTests {
    @Test("an element reports its plugin, version and file")
    func factory() throws {
        let factory = try #require(ElementFactory("identity"))
        #expect(factory.name == "identity")
        #expect(factory.plugin == "coreelements")
        #expect(factory.version == GStreamerRuntime.version)
        #expect(FileManager.default.fileExists(atPath: try #require(factory.file)))
        #expect(factory.canMake)
        #expect(ElementFactory("nosuchelement") == nil)
    }

    @Test("the registry path comes from the environment, the newer variable first, or from the user's cache")
    func registryPath() {
        let both = ["GST_REGISTRY_1_0": "/a", "GST_REGISTRY": "/b"]
        #expect(PluginRegistry.path { both[$0] } == "/a")
        #expect(PluginRegistry.path { $0 == "GST_REGISTRY" ? "/b" : nil } == "/b")
        let usual = PluginRegistry.path { _ in nil }
        #expect(usual.hasPrefix("/"), "\(usual)")
        #expect(usual.contains(/\/gstreamer-1\.0\/registry\.[a-z0-9_]+\.bin$/), "\(usual)")
    }

    @Test("a version has three components")
    func version() {
        #expect(GStreamerRuntime.version.contains(/^[0-9]+\.[0-9]+\.[0-9]+$/))
    }

    private static let packagedElements = [
        "aacparse", "appsink", "appsrc", "audioconvert", "audioresample", "avdec_aac", "avdec_h264",
        "decodebin", "fdsink", "fdsrc", "filesink", "filesrc", "flvdemux", "flvmux", "h264parse", "hlsdemux",
        "hlssink2", "matroskademux", "matroskamux", "mp4mux", "mpegtsmux", "openh264enc", "parsebin", "qtdemux",
        "queue", "rtmp2sink", "rtmp2src", "souphttpsrc", "srtsink", "srtsrc", "tsdemux", "udpsink", "udpsrc",
        "videoconvert", "voaacenc", "wavparse", "x264enc",
    ]

    /// The end of the path of an element's plugin. Debian lists it below /usr, but the loader uses another path.
    private static func pathEnd(of element: String) throws -> String {
        let file = try #require(ElementFactory(element)?.file)
        return "/" + file.split(separator: "/").suffix(2).joined(separator: "/")
    }

    /// The packages of all these plugins. A search reads the lists of all packages, so there is only one.
    private static let owners = Result {
        let patterns = try Set(packagedElements.map { "*" + (try pathEnd(of: $0)) })
        let lines = String(decoding: try Tool.run("dpkg", ["-S"] + patterns.sorted()), as: UTF8.self)
        return lines.split(separator: "\n").map(String.init)
    }

    @Test("the table maps plugins to their Debian packages", arguments: packagedElements)
    func packages(_ element: String) throws {
        let end = try Self.pathEnd(of: element)
        let owner = try #require(try Self.owners.get().first { $0.hasSuffix(end) })
        let package = try #require(PluginPackages.package(of: element))
        #expect(owner.hasPrefix("\(package):"), "\(element): \(owner)")
    }
}
