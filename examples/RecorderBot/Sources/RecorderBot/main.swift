import Foundation
import MediaInputs
import MediaReceiving
import ProductionStudioTesting

// A participant with the coded card at 15 to 25 frames a second, who is silent between second 3 and 5. The first frames
// are smaller than requested.
let test = TestMeeting()
var source = ParticipantSource(seed: 11)
source.path = "coded:1f3a9c02"
let ada = try test.participant("Ada", source: source)

let latency = AudioEngine.defaultLatency
let height = 360
let correct = try CorrectRecorder("correct", height: height, latency: latency)
let naive = try NaiveRecorder("naive", height: height)
let failures = Failures()

let subscriptions = TrackSubscriptions(in: test.meeting)
let video = VideoSubscriptionOptions(VideoRequest(size: .fit(height: height)))
try subscriptions.video(.camera, of: ada.id, video) { frame in
    failures.catching { try correct.record(frame) }
}
try subscriptions.video(.camera, of: ada.id, video) { frame in
    failures.catching { try naive.record(frame) }
}

// Per-user audio is delivered only while the participant sounds, as meeting services do.
let engine = AudioEngine(in: test.meeting, latency: latency)
let request = AudioRequest(.program, blockSamples: 960, delivery: .sparse(hangOver: .milliseconds(300)))
try engine.observe(.beforeMixing(ada.id), request) { samples, description in
    failures.catching { try correct.record(samples, description) }
    failures.catching { try naive.record(samples) }
}

try test.turn(by: .seconds(3))
try test.meeting.change(.microphone, of: ada.id, .silence)
try test.turn(by: .seconds(2))
try test.meeting.change(.microphone, of: ada.id, .speak)
try test.turn(by: .seconds(5))
ada.feed.stop()
subscriptions.cancelAll()
engine.stop()
try correct.finish(at: test.clock.now)
if let first = failures.first { throw first }
print("recorded correct.y4m, correct.wav, naive.y4m and naive.wav")
print("left out \(correct.smallerFrames) frames that were smaller than requested")
