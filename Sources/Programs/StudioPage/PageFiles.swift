import GStreamer

/// The style sheet and the scripts of psstudio's pages, compiled into the program.
///
/// A page is one file: the files are embedded as they are, scripts after each other in this order. They use no framework and
/// nothing from the network.
package enum PageFiles {
    /// The style sheet.
    package static let style = text(PackageResources.page_css)

    /// What pages share, from elements to the time line and the log.
    private static let shared = [
        PackageResources.dom_js, PackageResources.events_js, PackageResources.axis_js, PackageResources.painter_js,
        PackageResources.charts_js, PackageResources.timeline_js, PackageResources.log_js, PackageResources.chosen_js,
    ]

    /// The script of the page of `psstudio verify --html`.
    static let report = (shared + [PackageResources.report_js]).map(text).joined(separator: "\n")

    /// The script of the control page, which a server serves as a file of its own.
    package static let studio =
        (shared + [
            PackageResources.server_js, PackageResources.actions_js, PackageResources.outputs_js,
            PackageResources.participants_js, PackageResources.monitor_js, PackageResources.show_js,
            PackageResources.studio_js,
        ]).map(text).joined(separator: "\n")

    /// The control page, which names its style sheet and its script.
    package static let document = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>psstudio</title><link rel="icon" href="data:,"><link rel="stylesheet" href="page.css"></head>
        <body><header class="top"><b>psstudio</b></header>
        <main><noscript><p>The control page needs scripts.</p></noscript></main>
        <script src="page.js"></script></body></html>

        """

    /// The SHA-256 of a text in hexadecimal digits.
    package static func digest(_ text: String) -> String {
        SHA256.hash(Array(text.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
