import StudioScenario
import Testing

@testable import StudioServer

/// What clients may set when they start a session.
struct SessionKeysTests {
    /// Keys that no client sets. A new key of configuration files is in none of both lists until somebody decides.
    private static let forbidden: Set<String> = [
        "pipeline", "pipelines", "trace", "traceOnFailure", "control", "streamKeyFile", "srtPassphraseFile", "tlsCa",
        "json", "progress", "quiet", "verbose", "serve", "serveHost", "serveOrigin", "serveTokenFile", "serveFolder",
        "obsWebsocket", "obsPasswordFile", "obsNoPassword",
    ]

    @Test("each key of a configuration file is either permitted or forbidden")
    func partition() {
        #expect(SessionKeys.permitted.isDisjoint(with: Self.forbidden))
        #expect(SessionKeys.permitted.union(Self.forbidden) == Set(ConfigurationKey.all.map(\.name)))
    }
}
