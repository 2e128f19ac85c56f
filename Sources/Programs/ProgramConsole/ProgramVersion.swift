import CSourceCommit
import StudioCore

/// What `--version` prints: one line with the version, the commit that the program was built from, and the version of GStreamer.
package enum ProgramVersion {
    /// - Parameter gstreamer: the version of the loaded library.
    package static func line(of program: String, gstreamer: String) -> String {
        line(
            of: program, commit: String(cString: ps_source_commit()), date: String(cString: ps_source_commit_date()),
            gstreamer: gstreamer)
    }

    static func line(of program: String, commit: String, date: String, gstreamer: String) -> String {
        let source = commit.isEmpty ? "unknown commit" : "commit \(commit) of \(date)"
        return "\(program) \(release) (\(source), GStreamer \(gstreamer))"
    }
}
