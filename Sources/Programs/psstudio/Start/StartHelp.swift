import ArgumentParser
import ProgramConsole
import StudioScenario

/// `psstudio start --help`: the options that a person needs first, in the order in which they are needed.
enum StartHelp {
    private static let groups: KeyValuePairs<String, [SessionOption]> = [
        "What to send": [.video, .audio, .loop, .width, .height, .fps],
        "Where to": [.out, .force, .streamKeyFile],
        "How long": [.duration, .fast],
        "Studio": [.scenario, .role],
        "Outputs": [.bitrate, .mp4],
        "Server": [.control, .serve],
        "Controllers": [.obsWebsocket],
    ]

    private static let (width, labelWidth) = (80, 26)

    /// Whether a text of the parser is the help of this command.
    ///
    /// - Parameter words: those of the command line.
    static func replaces(_ text: String, of words: [String]) -> Bool {
        text.hasPrefix("OVERVIEW: ") && (words.first == "start" || words.starts(with: ["help", "start"]))
    }

    static var text: String {
        let overview = "OVERVIEW: \(StartCommand.configuration.abstract) \(StartCommand.withoutOptions)"
        let groups = groups.map { title, options in
            "\(title.uppercased()):\n" + options.map(row).joined(separator: "\n")
        }
        return """
            \(lines(of: overview, width: width).joined(separator: "\n"))

              psstudio start --width 1280 --height 720 --duration 10s --out show.mp4
              psstudio start --video clip.mov --loop --out rtmp://localhost/live/key

            USAGE: psstudio start <options>

            \(groups.joined(separator: "\n\n"))

            psstudio start --help-all lists all options, psstudio --help the exit codes.

            """
    }

    /// An option in the columns of the parser.
    private static func row(_ option: SessionOption) -> String {
        let label = "  " + option.synopsis
        let nextLine = "\n" + "".padded(to: labelWidth)
        let text = lines(of: option.brief, width: width - labelWidth).joined(separator: nextLine)
        return label.count < labelWidth ? label.padded(to: labelWidth) + text : label + nextLine + text
    }

    private static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
