import Foundation

/// Programs of others that read media files.
package enum ContainerTools {
    /// What they say about a file, one line each; empty when all of them accept it.
    ///
    /// - Parameter isFinished: whether it was ended properly, in a file that can be rewritten.
    package static func faults(of path: String, isFinished: Bool = true) -> [String] {
        var faults = playerFaults(of: path) + metadata(path)
        if path.hasSuffix(".mkv") { faults += matroska(path) + (isFinished ? conformance(path) : []) }
        return faults
    }

    private static func output(_ program: String, _ arguments: [String]) -> [String] {
        do {
            let (output, errors) = try Tool.runForBoth(program, arguments)
            return (String(decoding: output, as: UTF8.self) + errors).split(separator: "\n").map(String.init)
        } catch {
            return ["\(program): \(error)"]
        }
    }

    /// mpv plays each track as fast as it can, and prints warnings. Together they would be late on a busy machine.
    package static func playerFaults(of path: String) -> [String] {
        // It ends with 2 when there is nothing to play.
        playerFaults(["--no-audio"], path) + playerFaults(["--no-video"], path).filter { !$0.contains("exited(2)") }
    }

    private static func playerFaults(_ choice: [String], _ path: String) -> [String] {
        output(
            "mpv",
            choice + [
                "--no-config", "--vo=null", "--ao=null", "--ao-null-untimed", "--untimed", "--msg-level=all=warn",
                "--term-status-msg=",
                path,
            ]
            // A busy machine delays the player.
        ).filter { !$0.trimmingCharacters(in: .whitespaces).isEmpty && !$0.contains("underrun") }
    }

    /// ExifTool validates the structure. It expects a single fragment, and counts its warnings in a line of its own.
    private static func metadata(_ path: String) -> [String] {
        if path.hasSuffix(".m3u8") { return [] }
        return output("exiftool", ["-validate", "-warning", "-error", "-a", path]).filter {
            !$0.hasPrefix("Validate ") && !$0.contains("Duplicate tag")
        }
    }

    /// MediaConch checks each element. It does not know clusters of unknown size. Its database, in the user's folder, serves
    /// one process at a time.
    private static func conformance(_ path: String) -> [String] {
        guard let home = try? TestFolder() else { return ["no temporary folder"] }
        let variables = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map { "\($0)=\(home.path)" }
        return withExtendedLifetime(home) {
            output("env", variables + ["mediaconch", "-mc", path]).filter { !$0.hasPrefix("pass! ") }
        }
    }

    /// mkvmerge identifies the tracks; MediaInfo reads their languages.
    private static func matroska(_ path: String) -> [String] {
        output("mkvmerge", ["--identify", path]).filter { $0.contains("Warning") || $0.contains("Error") }
            + output("mediainfo", ["--Inform=General;%Audio_Language_List%", path]).filter { !$0.isEmpty }
    }
}
