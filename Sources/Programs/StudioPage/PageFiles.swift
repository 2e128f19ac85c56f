import CPageFiles

/// The style sheet and the scripts of psstudio's pages, compiled into the program.
///
/// A page is one file: the files are embedded, scripts after each other in this order, without comments and indentation. They
/// use no framework and nothing from the network.
package enum PageFiles {
    /// The style sheet.
    package static let style = text(pspage_page_css())

    /// What pages share, from elements to the time line and the log.
    private static let shared = [
        pspage_dom_js(), pspage_events_js(), pspage_axis_js(), pspage_painter_js(), pspage_charts_js(),
        pspage_timeline_js(), pspage_log_js(), pspage_chosen_js(),
    ].map(text)

    /// The script of the page of `psstudio verify --html`.
    static let report = (shared + [text(pspage_report_js())]).joined(separator: "\n")

    /// The script of the control page, which a server serves as a file of its own.
    package static let studio =
        (shared
        + [
            pspage_words_js(), pspage_state_js(), pspage_obstacles_js(), pspage_server_js(), pspage_files_js(),
            pspage_actions_js(),
            pspage_controls_js(), pspage_commands_js(), pspage_alarms_js(), pspage_statusline_js(), pspage_watch_js(),
            pspage_outputs_js(), pspage_participants_js(), pspage_monitor_js(), pspage_show_js(), pspage_ended_js(),
            pspage_studio_js(),
        ].map(text)).joined(separator: "\n")

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

    /// The lines of a file that a browser needs. Comments have lines of their own.
    private static func text(_ file: pspage_file) -> String {
        let text = String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
        var isComment = false
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { line in
            isComment = isComment || line.hasPrefix("/*")
            defer { if line.hasSuffix("*/") { isComment = false } }
            return !isComment && !line.hasPrefix("//")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
