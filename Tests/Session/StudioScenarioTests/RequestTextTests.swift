import Testing

@testable import StudioScenario

/// What clients of a server read instead of options.
struct RequestTextTests {
    @Test(
        "messages name the keys that a client may set",
        arguments: [
            (
                "--fast with a source that never ends needs --duration",
                "fast with a source that never ends needs duration"
            ),
            ("show.mp4 exists; use --force", "show.mp4 exists; use force"),
            ("--start-at is too long", "startAt is too long"),
            ("--out: no", "out: no"), ("(--no-audio)", "(noAudio)"),
            // Those of the server, and what is no option.
            ("start the server with --serve-folder FOLDER", "start the server with --serve-folder FOLDER"),
            ("--trace is not there", "--trace is not there"), ("a -- b", "a -- b"), ("a--force", "a--force"),
            ("---force", "---force"), ("--force-", "force-"), ("--unknown", "--unknown"), ("--", "--"), ("", ""),
        ])
    func keys(message: String, expected: String) {
        #expect(SessionOption.withKeys(message) == expected)
    }
}
