/// The style sheet and the scripts of psstudio's pages, compiled into the program.
///
/// A page is one file: the files are embedded as they are, scripts after each other in this order. They use no framework and
/// nothing from the network.
enum PageFiles {
    /// The style sheet.
    static let style = text(PackageResources.page_css)

    /// What pages share, from elements to the time line and the log.
    private static let shared = [
        PackageResources.dom_js, PackageResources.events_js, PackageResources.axis_js, PackageResources.painter_js,
        PackageResources.charts_js, PackageResources.timeline_js, PackageResources.log_js,
    ]

    /// The script of the page of `psstudio verify --html`.
    static let report = (shared + [PackageResources.report_js]).map(text).joined(separator: "\n")

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
