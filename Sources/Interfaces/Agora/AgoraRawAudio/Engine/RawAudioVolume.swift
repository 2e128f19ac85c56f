import MediaReceiving
package import StudioCore
import StudioRuntime

/// The volumes of an interval, from 0 to 255: the largest sample as a part of full scale.
package struct RawAudioVolumes: Hashable, Sendable {
    /// A remote user who is heard.
    package struct Speaker: Hashable, Sendable {
        package let user: UserID
        package let volume: Int
    }

    /// Of the local user, also while muted.
    package let local: Int
    /// The loudest remote users, at most three.
    package let speakers: [Speaker]
    /// Of all remote users together.
    package let total: Int
}

/// Measures volumes. Decides, performs nothing.
struct RawAudioVolumeMeter: Sendable {
    /// The largest number of reported users.
    static let maximumSpeakers = 3

    private let interval: MediaTime
    private var elapsed = MediaTime.zero
    private var local = 0
    private var users: [UserID: Int] = [:]
    private var total = 0

    /// - Parameter interval: the time between two measurements.
    init(interval: MediaTime) {
        self.interval = interval
    }

    mutating func add(local samples: UnsafeBufferPointer<Int16>) { local = max(local, Self.volume(samples)) }

    mutating func add(_ samples: UnsafeBufferPointer<Int16>, of user: UserID) {
        users[user] = max(users[user] ?? 0, Self.volume(samples))
    }

    /// Adds what all remote users made of a block, which is the last one of its time.
    ///
    /// - Returns: the volumes, at the end of the interval.
    mutating func add(total samples: UnsafeBufferPointer<Int16>, _ duration: MediaTime) -> RawAudioVolumes? {
        total = max(total, Self.volume(samples))
        elapsed = elapsed + duration
        guard elapsed >= interval else { return nil }
        let loudest = users.filter { $0.value > 0 }.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        defer { self = RawAudioVolumeMeter(interval: interval) }
        return RawAudioVolumes(
            local: local,
            speakers: loudest.prefix(Self.maximumSpeakers).map { .init(user: $0.key, volume: $0.value) },
            total: total)
    }

    private static func volume(_ samples: UnsafeBufferPointer<Int16>) -> Int {
        let peak = samples.reduce(0) { max($0, abs(Int($1))) }
        return min(255, (peak * 255 + Int(Int16.max) / 2) / Int(Int16.max))
    }
}

/// Measures the volumes of a channel, until it is ended.
final class RawAudioVolumeReport: Sendable {
    private let meter: Lock<RawAudioVolumeMeter>
    private let observations = Lock<[AudioObservation]>([])

    init(of engine: AudioEngine, _ request: RawAudioEngine.Shared.VolumeRequest) throws(StudioError) {
        let meter = Lock(RawAudioVolumeMeter(interval: request.interval))
        self.meter = meter
        let tick = RawAudioChannel.tick
        add(try engine.observe(.record, tick) { samples, _ in meter.withLock { $0.add(local: samples) } })
        add(
            try engine.observe(.beforeMixing(nil), tick) { samples, description in
                guard let user = description.user else { return }
                meter.withLock { $0.add(samples, of: user) }
            })
        add(
            try engine.observe(.playback, tick) { samples, _ in
                if let volumes = meter.withLock({ $0.add(total: samples, tick.interval) }) { request.body(volumes) }
            })
    }

    deinit { end() }

    private func add(_ observation: AudioObservation) { observations.withLock { $0.append(observation) } }

    func end() {
        for observation in observations.exchange([]) { observation.cancel() }
    }
}
