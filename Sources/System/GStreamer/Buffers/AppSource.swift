import CGStreamer
package import StudioCore
package import StudioRuntime
import Synchronization

/// Pushes media into a pipeline through a gate of its own. A push never blocks and reports rejected units.
///
/// GStreamer's own limits are not used: `block` may hang after an error, `leaky-type` counts nothing. A unit counts
/// from the push until it leaves the source on the streaming thread.
package final class AppSource: Sendable {
    /// The behaviour when the capacity is exhausted.
    package enum Policy: Hashable, Sendable {
        /// The new unit is rejected.
        case refuse
        /// The oldest queued unit is dropped, and the new one is queued.
        case dropOldest
    }

    private let element: Element
    private let gate: SourceGate

    /// - Parameters:
    ///   - capacity: the maximum number of units with the policy `refuse`; with `dropOldest` it is always one.
    ///   - byteLimit: the maximum number of bytes.
    ///   - exemption: the number of units that are taken regardless of their bytes.
    ///   - backpressure: receives reports of regained capacity, on the streaming thread.
    package init(
        _ element: Element, policy: Policy, capacity: Int = 1, byteLimit: Int = .max, exemption: Int = 0,
        backpressure: Backpressure? = nil
    ) throws(GStreamerError) {
        guard psgst_is_app_src(element.pointer) != 0 else {
            throw GStreamerError(.library, source: element.name, message: "is not an appsrc")
        }
        self.element = element
        gate = SourceGate(
            psgst_app_src(element.pointer), policy: policy, capacity: policy == .dropOldest ? 1 : capacity,
            byteLimit: byteLimit, exemption: exemption, backpressure: backpressure)
        try element.set("format", to: "time")
        try element.set("max-bytes", to: 0)  // The default of 200,000 is less than a frame.
        try element.set("emit-signals", to: false)
        try element.set("do-timestamp", to: false)
        gate.installProbe()
    }

    /// Called on the streaming thread for each unit that leaves; its result replaces the unit. Set it before the
    /// pipeline starts.
    package var transform: (@Sendable (borrowing MediaBuffer) -> MediaBuffer?)? {
        get { gate.transform }
        set {
            gate.transform = newValue
            gate.publishSettings()
        }
    }

    /// Sets the caps of the next units; ordered with the pushes.
    package func setCaps(_ caps: Caps) {
        gst_app_src_set_caps(psgst_app_src(element.pointer), caps.pointer)
    }

    /// The units inside the source and in front of it.
    package var level: Int { gate.level }

    /// The fill level, 0 to 1: the maximum of units and bytes.
    package var fill: Double { gate.fill }

    /// The duration of the units inside the source.
    package var queuedTime: MediaTime {
        MediaTime(nanoseconds: Int64(clamping: gst_app_src_get_current_level_time(psgst_app_src(element.pointer))))
    }

    /// Whether there is capacity; with `dropOldest`, whether no unit is waiting and none was pushed beyond the limit.
    package var hasCapacity: Bool { gate.hasCapacity }

    /// Pushes a unit; never blocks.
    package func push(_ buffer: consuming MediaBuffer) -> Admission { gate.push(buffer) }

    /// Pushes a unit that fills a gap, even without capacity; rejected when other units are waiting.
    package func pushBeyondLimit(_ buffer: consuming MediaBuffer) -> Admission { gate.pushBeyondLimit(buffer) }

    /// Ends the stream after all queued units; no push may follow.
    package func end() { gate.end() }
}

/// The units inside a source, shared by the pushing thread and the probe that observes leaving units.
///
/// It does not retain the element, so that the probe can retain it: a weak reference would cost 300 instructions per
/// unit.
private final class SourceGate: @unchecked Sendable {
    // Safety: appsrc is thread-safe and used only by its owner, which retains it, and by its pad's probe;
    // everything else is protected by the lock or set before the pipeline starts.

    private struct State {
        var inSource = 0
        var bytesInSource = 0
        /// Queued units that the streaming thread is pushing.
        var onTheWay = 0
        /// With `dropOldest`, one unit is in the source, and at most two wait in front of it.
        var first: UnsafeMutablePointer<GstBuffer>?
        var second: UnsafeMutablePointer<GstBuffer>?
        var hasEnded = false

        var waiting: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) }
    }

    private let appSource: UnsafeMutablePointer<GstAppSrc>
    private let policy: AppSource.Policy
    private let capacity: Int
    private let byteLimit: Int
    private let exemption: Int
    private let backpressure: Backpressure?
    private let state = Lock(State())

    @exclusivity(unchecked) var transform: (@Sendable (borrowing MediaBuffer) -> MediaBuffer?)?

    init(
        _ appSource: UnsafeMutablePointer<GstAppSrc>, policy: AppSource.Policy, capacity: Int, byteLimit: Int,
        exemption: Int, backpressure: Backpressure?
    ) {
        self.appSource = appSource
        self.policy = policy
        self.capacity = capacity
        self.byteLimit = byteLimit
        self.exemption = exemption
        self.backpressure = backpressure
    }

    deinit {
        state.withLock { state in
            if let buffer = state.first { psgst_buffer_unref(buffer) }
            if let buffer = state.second { psgst_buffer_unref(buffer) }
        }
    }

    var level: Int { state.withLock { $0.inSource + $0.waiting } }

    var fill: Double {
        state.withLock { state in
            max(Double(state.inSource) / Double(capacity), min(1, Double(state.bytesInSource) / Double(byteLimit)))
        }
    }

    private func isBelowLimits(_ state: State) -> Bool {
        state.inSource < capacity && (state.bytesInSource < byteLimit || state.inSource < exemption)
    }

    var hasCapacity: Bool {
        state.withLock { state in
            switch policy {
            case .refuse: isBelowLimits(state)
            case .dropOldest: state.waiting == 0 && state.inSource <= capacity
            }
        }
    }

    func push(_ buffer: consuming MediaBuffer) -> Admission {
        let bytes = buffer.byteCount
        let pointer = buffer.release()
        enum Step { case push, wait, waitDropping(UnsafeMutablePointer<GstBuffer>), refuse }
        let step: Step = state.withLock { state in
            if state.hasEnded { return .refuse }
            if isBelowLimits(state), state.first == nil {
                state.inSource += 1
                state.bytesInSource += bytes
                return .push
            }
            guard policy == .dropOldest else { return .refuse }
            guard let first = state.first else {
                state.first = pointer
                return .wait
            }
            guard let second = state.second else {
                state.second = pointer
                return .wait
            }
            (state.first, state.second) = (second, pointer)
            return .waitDropping(first)
        }
        switch step {
        case .push:
            return forward(pointer) ? .taken : .closed
        case .wait:
            return .taken
        case .waitDropping(let oldest):
            psgst_buffer_unref(oldest)
            return .takenDroppingOldest
        case .refuse:
            psgst_buffer_unref(pointer)
            return .refused
        }
    }

    func pushBeyondLimit(_ buffer: consuming MediaBuffer) -> Admission {
        let bytes = buffer.byteCount
        let pointer = buffer.release()
        let isAdmitted = state.withLock { state in
            guard !state.hasEnded, state.first == nil else { return false }
            state.inSource += 1
            state.bytesInSource += bytes
            return true
        }
        guard isAdmitted else {
            psgst_buffer_unref(pointer)
            return .refused
        }
        return forward(pointer) ? .taken : .closed
    }

    private func forward(_ pointer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        handOver(pointer)
        return gst_app_src_push_buffer(appSource, pointer) == GST_FLOW_OK
    }

    /// Pushes a queued unit; the end of the stream follows the last one.
    private func admit(_ pointer: UnsafeMutablePointer<GstBuffer>) {
        _ = forward(pointer)
        let isLast = state.withLock { state in
            state.onTheWay -= 1
            return state.hasEnded && state.waiting == 0 && state.onTheWay == 0
        }
        if isLast { gst_app_src_end_of_stream(appSource) }
    }

    func end() {
        let isEmpty = state.withLock { state in
            state.hasEnded = true
            return state.waiting == 0 && state.onTheWay == 0
        }
        // Otherwise the streaming thread does it after the last unit.
        if isEmpty { gst_app_src_end_of_stream(appSource) }
    }

    // MARK: Probe of the source pad

    /// Publishes the settings to the streaming thread.
    func publishSettings() { handOver(Unmanaged.passUnretained(self).toOpaque()) }

    func installProbe() {
        guard let pad = gst_element_get_static_pad(psgst_element(appSource), "src") else { return }
        defer { gst_object_unref(pad) }
        let box = retainContext(self)
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, reportUnitLeft, box, releaseContext)
    }

    fileprivate func unitLeft(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let pointer = psgst_probe_buffer(info) else { return }
        takeOver(pointer)
        let bytes = Int(gst_buffer_get_size(pointer))
        let next = state.withLock { state -> UnsafeMutablePointer<GstBuffer>? in
            state.inSource -= 1
            state.bytesInSource -= bytes
            guard state.inSource < capacity, let first = state.first else { return nil }
            (state.first, state.second) = (state.second, nil)
            state.inSource += 1
            state.onTheWay += 1
            state.bytesInSource += Int(gst_buffer_get_size(first))
            return first
        }
        if let next { admit(next) }
        if let transform {
            let unit = MediaBuffer(owning: psgst_buffer_ref(pointer))
            let replacement = transform(unit)
            // The producer may acquire the buffer from its pool again.
            handOver(pointer)
            if let replacement {
                psgst_probe_replace(info, replacement.release())
                psgst_buffer_unref(pointer)
            }
        }
        backpressure?.capacityChanged()
    }
}

private func reportUnitLeft(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let info, let context {
        takeOver(context)
        Unmanaged<SourceGate>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.unitLeft(info) }
    }
    return GST_PAD_PROBE_OK
}
