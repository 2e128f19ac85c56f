import Foundation
import ZoomSDK

// Records what Production Studio does as a trace: `Recorder recording.jsonl`.
//
// On macOS it runs against the vendor's SDK and needs ZOOM_JWT, ZOOM_MEETING (a number) and, for a host, ZOOM_ZAK. On Linux it
// runs against the emulated meeting, which was joined as host.
let path = CommandLine.arguments.dropFirst().first ?? "recording.jsonl"
let trace = try TraceLog(path)
let recorder = StudioRecorder(trace) { exit(0) }

/// Starts when Production Studio is available.
@MainActor
func begin() {
    guard let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController() else {
        print("recorder: not in a meeting, or no Production Studio")
        exit(1)
    }
    if let reason = recorder.begin(controller) {
        print("recorder: cannot start: \(reason)")
        trace.end()
        exit(1)
    }
}

#if os(Linux)
    begin()
#else
    let entrance = Entrance(trace, onMeeting: begin)
    entrance.enter()
#endif
dispatchMain()
