import ArgumentParser
import PipelineFiles
import ProgramConsole
import StudioCore

/// `psstudio pipelines`: lists and prints the ready pipelines.
struct PipelinesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipelines",
        abstract: "List and print the GStreamer pipelines of psstudio.",
        discussion: """
            Those of encoders, muxers and outputs can be replaced. To use another encoder:

              mkdir mine
              psstudio pipelines show encode-h264 >mine/encode-h264.pipeline
              psstudio start --pipelines mine --out show.mp4
            """,
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    /// `psstudio pipelines list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the ready pipelines; * marks those that --pipelines can replace.")

        func run() {
            let width = (PipelineFiles.all.map(\.name.count).max() ?? 0) + 2
            let lines = PipelineFiles.all.map { file in
                let mark = PipelineContract.of(file.name) == nil ? " " : "*"
                return "\(mark) \(file.name.padded(to: width))\(file.summary)\n"
            }
            StandardOutput.write(lines.joined())
        }
    }

    /// `psstudio pipelines show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Print the file of a ready pipeline.")

        @Argument(help: ArgumentHelp("The name of a ready pipeline.", valueName: "name"))
        var name: String

        func run() throws {
            guard let file = PipelineFiles.file(name) else {
                let names = PipelineFiles.all.map(\.name)
                let nearest = NearestWord.of(name, in: names).map { "did you mean '\($0)'?" }
                throw ValidationError(
                    "no ready pipeline is named '\(name)'; \(nearest ?? "expected one of \(names.joined(separator: ", "))")"
                )
            }
            StandardOutput.write(file.source)
        }
    }
}
