import ArgumentParser
import MediaInputs
import MediaOutputs
import StudioCore
import StudioEngine

/// What `psstudio load` does: the checked options.
struct LoadPlan {
    /// The mark in an address that the number of the publisher replaces.
    static let mark = "{n}"

    let options: LoadCommand
    /// The address of each publisher, in the order of their start. They may contain keys.
    let addresses: [String]
    let configuration: SessionConfiguration

    /// - Throws: a `ValidationError` for an address that is no server's, for publishers that share one, and for secrets that
    ///   cannot be read.
    init(_ options: LoadCommand) throws {
        self.options = options
        if options.streamKeyFile != nil, !options.out.hasSuffix("/") {
            throw ValidationError("--stream-key-file needs an address that ends with /, which the key follows")
        }
        let key = try options.streamKeyFile.map { try SecretFile.read($0, .streamKey) }
        let template = options.out + (key?.text ?? "")
        addresses = try Self.addresses(template, first: options.first, count: options.publishers)
        // All differ in numbers only.
        for address in [addresses.first, addresses.last].compactMap(\.self) {
            _ = try checked { try OutputRegistry.servers.driver(for: address) }
        }
        configuration = try Self.configuration(options)
        try checkDuration()
    }

    /// The last publisher must have started before the end.
    private func checkDuration() throws(ValidationError) {
        let ramp = Double(addresses.count - 1) / options.rate.perSecond
        guard let duration = options.duration?.seconds, duration <= ramp else { return }
        throw ValidationError(
            "\(addresses.count) publishers at \(options.rate) start within \(NumberText.tenths(ramp)) s, after the end; use a "
                + "longer --duration or a higher --rate")
    }

    /// - Throws: a `ValidationError` when several publishers would share an address.
    static func addresses(_ template: String, first: Int, count: Int) throws(ValidationError) -> [String] {
        guard count == 1 || template.contains(mark) else {
            throw ValidationError(
                "\(count) publishers need addresses of their own; put \(mark) for the number of the publisher into --out"
            )
        }
        return (first..<first + count).map { template.replacing(mark, with: "\($0)") }
    }

    private static func configuration(_ options: LoadCommand) throws -> SessionConfiguration {
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.path, audio.path) = ("coded:", options.noAudio ? nil : "coded:")
        (video.width, video.height, video.rate) = (options.width.count, options.height.count, options.fps)
        audio.isEnabled = !options.noAudio
        var configuration = try SessionConfiguration(
            .inputs(video: video, audio: audio, duration: nil), variable: { _ in nil })
        // A session whose outputs have all failed ends. It goes on until every publisher was started.
        configuration.outputs = ["null:"]
        configuration.videoBitrate = options.bitrate?.bitsPerSecond ?? 1_000_000
        // What is measured is the server. The bitrate is nearer to the wanted one than with slower presets, which need less.
        configuration.preset = .ultrafast
        configuration.hasAudio = !options.noAudio
        if let seed = options.seed { configuration.seed = seed }
        if let retry = options.retry {
            let retry = try retry.checked()
            guard retry.output == nil else {
                throw ValidationError("--retry concerns all publishers; omit the number")
            }
            configuration.outputOptions.retry = retry.rules
        }
        let passphrase = OutputSecret.srtPassphrase
        configuration.outputOptions.secrets[passphrase] =
            try options.srtPassphraseFile.map { try SecretFile.read($0, passphrase) }
            ?? checked { try passphrase.value(SessionConfiguration.environmentVariable) }
        return configuration
    }
}
