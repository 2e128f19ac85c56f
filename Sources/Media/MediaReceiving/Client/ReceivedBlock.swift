package import StudioCore
import StudioRuntime

/// What a block of audio contains.
package enum AudioContent: Hashable, Sendable, CustomStringConvertible {
    /// One remote user.
    case oneWay(UserID)
    /// All users, or all others.
    case mixed
    /// What a remote user shares.
    case share(UserID)

    /// `the mixed audio`.
    package var description: String {
        switch self {
        case .oneWay(let user): "the audio of user \(user)"
        case .mixed: "the mixed audio"
        case .share: "the shared audio"
        }
    }
}

extension AudioRequest {
    /// Blocks of 10 ms.
    ///
    /// - Parameter isSparse: whether silence is delivered for 300 ms after the last sound only (observed: 190 to 650 ms).
    package static func blocks(_ format: AudioFormat, isSparse: Bool) -> AudioRequest {
        AudioRequest(
            format, blockSamples: Int(format.sampleRate / 100),
            delivery: isSparse ? .sparse(hangOver: .milliseconds(300)) : .continuous)
    }
}

/// A block of audio with the references of its client.
package struct ReceivedBlock: Sendable {
    /// The memory and its references.
    package let unit: ReceivedUnit
    package let content: AudioContent
    package let format: AudioFormat
    /// The number of bytes.
    package let byteCount: Int
    package let number: Int64
    /// The time of the first sample.
    package let time: MediaTime

    /// A copy of samples.
    ///
    /// - Parameters:
    ///   - time: that of the client.
    ///   - isGuarded: whether the memory becomes inaccessible when it is given back.
    ///   - credit: counts the block as long as its memory exists.
    package init(
        copying samples: UnsafeBufferPointer<Int16>, _ content: AudioContent, _ description: AudioBlockDescription,
        at time: MediaTime, _ permission: References.Permission, _ pool: UnitPool, isGuarded: Bool = false,
        _ credit: FrameCredit? = nil
    ) {
        let bytes = UnsafeRawBufferPointer(samples)
        (self.content, self.time, format, number) = (content, time, description.format, description.number)
        byteCount = bytes.count
        unit = ReceivedUnit(
            .block(content, number: description.number, time: time), copying: bytes, permission, pool,
            isGuarded: isGuarded, credit)
    }
}
