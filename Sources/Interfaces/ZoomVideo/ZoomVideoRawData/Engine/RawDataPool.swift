package import MediaReceiving
import StudioCore
import StudioRuntime

/// The units of a session that its client references, and what is reported of them.
final class RawDataPool: Sendable {
    let units: UnitPool
    let reporter: Reporter
    private let clock: any StudioClock
    /// Who holds pixel buffers; `nil` when what is held was reported, or the session is not over.
    private let pixels = Lock<(@Sendable () -> [FrameBudget.Holder])?>(nil)

    /// - Parameter isStrict: whether a release without a reference traps.
    init(clock: any StudioClock, isStrict: Bool, _ reporter: Reporter) {
        (self.clock, self.reporter) = (clock, reporter)
        units = UnitPool(clock: clock) { misuse, name in
            Self.report(misuse, "\(name)", isStrict: isStrict, reporter)
        }
    }

    /// How long a client may finish its work with held data after the end, in real time.
    private static let patience = MediaTime.seconds(1)

    /// Reports what is still held some time after the end of the session, and gives back what nobody can release.
    ///
    /// - Parameter pixels: who holds pixel buffers.
    func end(_ pixels: @escaping @Sendable () -> [FrameBudget.Holder]) {
        if let list = Self.list(units.end()) {
            reporter.report(.rawDataLeak, list, hint: "call releaseRef for each addRef")
        }
        self.pixels.set(pixels)
        // On a manual clock, a test decides when its client is ready.
        if clock is ManualClock { return reportHeld() }
        clock.schedule(at: clock.now + Self.patience) { [self] in reportHeld() }
    }

    /// Reports what is held, unless that was done: at the next session and at the end of the process, no more time is left.
    func reportHeld() {
        guard let pixels = pixels.exchange(nil), let list = Self.list(units.holders + pixels()) else { return }
        reporter.warn(.rawDataHeld, list, hint: "release what is not needed any more")
    }

    /// A unit was dropped, because the client holds too many.
    ///
    /// - Parameter list: who holds what else.
    func reportExhaustion(_ name: ReceivedUnit.Name, _ list: String? = nil) {
        let list = list ?? Self.list(units.holders) ?? "all buffers are in callbacks"
        reporter.report(
            .rawDataExhausted, "no buffer is left for \(name): \(list)",
            hint: "call releaseRef for each addRef, and release pixel buffers")
    }

    private static func list(_ holders: [FrameBudget.Holder]) -> String? {
        guard !holders.isEmpty else { return nil }
        let count = holders.reduce(0) { $0 + $1.count }
        let list = holders.map(\.description).joined(separator: "; ")
        return "\(count) \(count == 1 ? "unit is" : "units are") referenced: \(list)"
    }

    private static func report(
        _ misuse: ReceivedUnit.Misuse, _ name: String, isStrict: Bool, _ reporter: Reporter
    ) {
        switch misuse {
        case .stale:
            reporter.report(
                .rawDataStale, "\(name) is used after its callback, without a reference",
                hint: "call addRef inside the callback, or copy the data")
        case .unasked:
            reporter.warn(
                .rawDataUnaskedReference, "addRef of \(name) without canAddRef",
                hint: "call addRef only when canAddRef returns true")
        case .refused(.unsetAudio):
            reporter.warn(
                .rawDataAudioMode, "audio cannot be referenced, because no memory mode was set",
                hint: "set audioRawdataMemoryMode to .heap before initialize")
        case .refused:
            reporter.report(
                .rawDataStackReference, "\(name) is in stack memory", hint: "call canAddRef first, or set .heap")
        case .late:
            reporter.report(
                .rawDataLateReference, "addRef of \(name) after its callback",
                hint: "call addRef before the callback returns")
        case .overReleased:
            let error = StudioError(
                .rawDataOverRelease, "releaseRef of \(name) without a reference", hint: "call it once for each addRef")
            reporter.report(error)
            if isStrict { fatalError("\(error)") }
        }
    }
}

/// A frame of a pipe.
package struct RawDataFrame: Sendable {
    /// The memory and its references.
    package let unit: ReceivedUnit
    /// Layout, range, rotation and time.
    package let description: FrameDescription
}
