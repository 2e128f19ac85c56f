/// The Debian packages of the elements that psstudio uses.
package enum PluginPackages {
    package static func package(of element: String) -> String? { table[element] }

    /// Contains the TLS module of GLib.
    package static let tls = "glib-networking"

    private static let table: [String: String] = {
        let packages = [
            "libgstreamer1.0-0": "capsfilter fakesink fdsink fdsrc filesink filesrc identity queue tee",
            "gstreamer1.0-plugins-base": """
            appsink appsrc audioconvert audioresample decodebin parsebin videoconvert videoscale
            """,
            "gstreamer1.0-plugins-good": """
            aacparse deinterlace flvdemux flvmux jpegenc matroskademux matroskamux mp4mux qtdemux souphttpsrc udpsink udpsrc v4l2h264enc
            videoflip wavparse
            """,
            "gstreamer1.0-plugins-bad": """
            h264parse hlsdemux hlssink2 mpegtsmux nvh264enc openh264enc qsvh264enc rtmp2sink rtmp2src srtsink srtsrc
            tsdemux vah264enc vah264lpenc voaacenc
            """,
            "gstreamer1.0-plugins-ugly": "x264enc",
            "gstreamer1.0-libav": "avdec_aac avdec_h264",
            "gstreamer1.0-vaapi": "vaapih264enc",
        ]
        var table: [String: String] = [:]
        for (package, elements) in packages {
            for element in elements.split(whereSeparator: \.isWhitespace) { table[String(element)] = package }
        }
        return table
    }()
}
