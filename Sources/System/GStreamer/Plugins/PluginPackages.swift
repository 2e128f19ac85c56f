/// The Debian packages of the elements that psstudio uses, and of those that pipelines of users often have.
package enum PluginPackages {
    package static func package(of element: String) -> String? { table[element] }

    /// Contains the TLS module of GLib.
    package static let tls = "glib-networking"

    private static let table: [String: String] = {
        let packages = [
            "libgstreamer1.0-0": """
            capsfilter clocksync fakesink fakesrc fdsink fdsrc filesink filesrc funnel identity input-selector
            multiqueue output-selector queue queue2 tee typefind valve
            """,
            "gstreamer1.0-plugins-base": """
            appsink appsrc audioconvert audiomixer audiorate audioresample audiotestsrc compositor decodebin
            encodebin multisocketsink oggmux opusenc overlaycomposition parsebin playsink tcpclientsink
            tcpserversink theoraenc videoconvert videoconvertscale videorate videoscale videotestsrc volume
            vorbisenc
            """,
            "gstreamer1.0-plugins-good": """
            aacparse autoaudiosink autovideosink avimux cairooverlay deinterlace flacenc flvdemux flvmux
            gdkpixbufoverlay jpegenc lamemp3enc level matroskademux matroskamux mp4mux multifilesink
            multiudpsink pngenc pulsesink qtdemux qtmux rtpbin rtph264pay rtpmp4apay rtpmp4gpay rtpopuspay
            souphttpsrc spectrum splitmuxsink udpsink udpsrc v4l2h264enc v4l2sink videobox videocrop videoflip
            vp8enc vp9enc wavenc wavparse webmmux
            """,
            "gstreamer1.0-plugins-bad": """
            av1enc av1parse decklinkvideosink fakevideosink fbdevsink h264parse h265parse hlsdemux hlssink
            hlssink2 kmssink mpegpsmux mpegtsmux nvh264enc nvh265enc openh264dec openh264enc opusparse
            qsvh264enc rtmp2sink rtmp2src rtmpsink shmsink srtserversink srtsink srtsrc tsdemux vah264enc
            vah264lpenc voaacenc waylandsink webrtcbin x265enc
            """,
            "gstreamer1.0-plugins-ugly": "a52dec x264enc",
            "gstreamer1.0-libav": "avdec_aac avdec_h264 avdec_h265 avdec_vp8 avenc_aac",
            "gstreamer1.0-vaapi": "vaapih264enc",
        ]
        var table: [String: String] = [:]
        for (package, elements) in packages {
            for element in elements.split(whereSeparator: \.isWhitespace) { table[String(element)] = package }
        }
        return table
    }()
}
