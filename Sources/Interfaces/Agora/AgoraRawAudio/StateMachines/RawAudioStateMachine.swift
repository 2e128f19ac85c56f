package import StudioCore

/// The life of an engine and its channel. Decides, performs nothing.
package struct RawAudioStateMachine: Sendable {
    /// A joined channel.
    package struct Channel: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The local user; never 0.
        package let user: UInt32
    }

    package enum State: Hashable, Sendable {
        /// Leaves on `join` and `destroy`.
        case created
        /// Leaves on `leave` and `destroy`.
        case joined(Channel)
        /// Like `created`. Leaves on `join` and `destroy`.
        case left
        /// The end.
        case destroyed
    }

    /// The longest name of a channel in bytes.
    package static let longestName = 63
    /// What a channel name may contain beside letters, digits and spaces of ASCII.
    private static let nameCharacters: Set<Character> = Set("!#$%&()+-:;<=.>?@[]^_{|}~,")

    package private(set) var state = State.created
    private let isStrict: Bool
    private var random: SeededRandom

    /// - Parameters:
    ///   - isStrict: whether joining needs an app ID.
    ///   - seed: the seed of chosen user IDs.
    package init(isStrict: Bool, seed: UInt64) {
        self.isStrict = isStrict
        random = SeededRandom(seed: seed)
    }

    /// The joined channel.
    package var channel: Channel? {
        if case .joined(let channel) = state { channel } else { nil }
    }

    /// Joins a channel.
    ///
    /// - Parameter user: the local user; 0 chooses one.
    /// - Throws: an error of the state first, then of the arguments.
    package mutating func join(_ name: String, user: UInt, appID: String) throws(StudioError) -> Channel {
        try requireEngine()
        if let channel {
            throw StudioError(
                .rawAudioJoinedAlready, "the channel '\(channel.name)' is joined", hint: "call leaveChannel first")
        }
        if isStrict, appID.isEmpty {
            throw StudioError(.rawAudioAppID, "the app ID is empty", hint: "set appId before the engine is created")
        }
        try Self.validate(name)
        guard user <= UInt32.max else {
            throw StudioError(.rawAudioUserID, "the user ID is \(user)", hint: "use at most \(UInt32.max)")
        }
        let channel = Channel(name: name, user: user == 0 ? .random(in: 1...UInt32.max, using: &random) : UInt32(user))
        state = .joined(channel)
        return channel
    }

    private static func validate(_ name: String) throws(StudioError) {
        guard !name.isEmpty else {
            throw StudioError(
                .rawAudioEmptyChannelName, "the channel name is empty", hint: "use 1 to \(longestName) bytes")
        }
        guard name.utf8.count <= longestName else {
            throw StudioError(
                .rawAudioChannelName,
                "the channel name has \(name.utf8.count) bytes, expected 1 to \(longestName)", hint: "use a short name")
        }
        guard let other = name.first(where: { !isValid($0) }) else { return }
        throw StudioError(
            .rawAudioChannelCharacters, "the channel name '\(name)' contains '\(other)'",
            hint: "use letters, digits, spaces and !#$%&()+-:;<=.>?@[]^_{|}~, of ASCII")
    }

    private static func isValid(_ character: Character) -> Bool {
        guard character.isASCII else { return false }
        return character.isLetter || character.isNumber || character == " " || nameCharacters.contains(character)
    }

    /// Leaves the channel.
    ///
    /// - Returns: the channel that was left.
    @discardableResult
    package mutating func leave() throws(StudioError) -> Channel {
        try requireEngine()
        guard let channel else {
            throw StudioError(
                .rawAudioNotJoined, state == .left ? "the channel was left already" : "no channel was joined",
                hint: "call joinChannel first")
        }
        state = .left
        return channel
    }

    /// Ends the engine; the first call leaves the channel.
    ///
    /// - Returns: the channel that was left.
    @discardableResult
    package mutating func destroy() -> Channel? {
        defer { state = .destroyed }
        return channel
    }

    /// Rejects a call after the end.
    package func requireEngine() throws(StudioError) {
        guard state == .destroyed else { return }
        throw StudioError(
            .rawAudioDestroyed, "the engine was destroyed", hint: "get a new one with sharedEngine(with:delegate:)")
    }

    /// Rejects a call outside a channel.
    ///
    /// - Parameter rule: the rule of the call.
    @discardableResult
    package func requireChannel(_ call: String, _ rule: Rule) throws(StudioError) -> Channel {
        try requireEngine()
        if let channel { return channel }
        throw StudioError(rule, "\(call) needs a channel", hint: "call joinChannel first")
    }
}
