import StudioScenario
import Testing

/// What clients may set when they start a session.
struct RemoteOptionTests {
    /// They name a place outside of the folder for files, open a way around the server, or are for a terminal.
    @Test(
        "no client sets an option of the machine or of the server",
        arguments: [
            "pipeline", "pipelines", "trace", "traceOnFailure", "control", "streamKeyFile", "srtPassphraseFile",
            "tlsCa",
            "json", "progress", "quiet", "verbose", "serve", "serveHost", "serveOrigin", "serveTokenFile",
            "serveReadTokenFile",
            "serveFolder",
            "obsWebsocket", "obsPasswordFile", "obsNoPassword",
        ])
    func forbidden(_ name: String) throws {
        #expect(try !#require(SessionOption.named(name)).isRemote)
    }
}
