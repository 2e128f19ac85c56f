import Dispatch
import MediaInputs
import MediaReceiving
import StudioCore
import StudioRuntime

/// A client with a capture session for each participant's camera.
final class CaptureInterfaceClient: InterfaceClient {
    private struct Device {
        let name: String
        let session: CaptureSession
        let output: CaptureOutput
        let observer: Observer
    }

    private final class Observer: CaptureObserver {
        let name: String
        let counts: CallbackCounts
        let kept: KeptFrames

        init(_ name: String, _ counts: CallbackCounts, keeping limit: Int) {
            (self.name, self.counts, kept) = (name, counts, KeptFrames(limit: limit))
        }

        func receive(_ frame: KeptFrame, duration: MediaTime) -> CaptureReception {
            counts.note("captureOutput(_:didOutput:from:)", name, frame.description.argumentText)
            if kept.limit > 0 { kept.append(frame) }
            return .reached
        }

        func receive(_ drop: CaptureDrop) -> CaptureReception {
            counts.note("captureOutput(_:didDrop:from:)", name, "\(drop.reason.name), without an image")
            return .reached
        }
    }

    private let context: InterfaceContext
    private let host: CaptureHost
    private var devices: [Device] = []

    init(_ context: InterfaceContext) {
        self.context = context
        let report = context.report
        host = CaptureHost(in: context.meeting) { error, _ in report(error) }
        host.occupancy = context.options.busy?.time ?? .zero
    }

    var drops: [InterfaceReport.Drop] {
        devices.flatMap { device in
            device.output.statistics.dropped.map {
                InterfaceReport.Drop(source: device.name, reason: $0.key.name, count: $0.value)
            }
        }
    }

    func begin(_ participants: [InterfaceParticipant]) throws {
        for participant in participants {
            let video = try participant.source.videoDescription()
            let camera = host.add(
                CaptureSource(
                    participant.name, .unspecified, width: Int(video.width), height: Int(video.height),
                    rate: video.rate),
                of: participant.user)
            let device = Device(
                name: participant.name, session: CaptureSession(), output: CaptureOutput(),
                observer: Observer(participant.name, context.counts, keeping: context.options.hold))
            try device.session.add(CaptureInput(camera))
            try device.session.add(device.output)
            try device.output.setObserver(device.observer, on: DispatchQueue(label: "psstudio.delegate"))
            try device.session.start()
            devices.append(device)
        }
    }

    func end() {
        for device in devices {
            device.session.stop()
            device.observer.kept.removeAll()
        }
    }
}

extension CaptureDrop.Reason {
    /// The vendor's text.
    fileprivate var name: String {
        switch self {
        case .frameWasLate: "FrameWasLate"
        case .outOfBuffers: "OutOfBuffers"
        case .discontinuity: "Discontinuity"
        }
    }
}
