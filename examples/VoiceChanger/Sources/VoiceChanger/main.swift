import Foundation
import MediaReceiving
import ProductionStudioTesting

// Ada's voice is a tone of 1000 Hz, Bob's one of 400 Hz. Only Ada's is changed.
let test = TestMeeting()
let voices = [("Ada", 1000.0), ("Bob", 400.0)].map { (test.meeting.add($0.0), $0.1) }
let engine = AudioEngine(in: test.meeting)

// The voice changer works in blocks of 10 ms, 16 kHz mono; the engine converts and keeps the time.
let format = AudioFormat(sampleRate: 16_000, channels: 1)
let robot = RingModulator(sampleRate: format.sampleRate)
try engine.edit(.beforeMixing(voices[0].0.id), AudioRequest(format, blockSamples: 160)) { samples, _ in
    robot.process(samples)
}
let heard = Spectrum()
try engine.observe(.playback, AudioRequest(format, blockSamples: 160)) { samples, _ in heard.add(samples) }

var position = 0
for _ in 0..<100 {
    for (participant, frequency) in voices {
        guard let microphone = test.meeting.publisher(.microphone, of: participant.id) else { continue }
        let samples = (position..<position + 480).map { sample in
            Int16(8000 * sin(2 * .pi * frequency * Double(sample) / 48_000))
        }
        samples.withUnsafeBytes { bytes in
            _ = microphone.publish(
                audio: bytes, format: AudioFormat(sampleRate: 48_000, channels: 1), time: test.clock.now)
        }
    }
    position += 480
    try test.turn(by: .milliseconds(10))
}

for frequency in [400, 800, 1000, 1200] {
    print("\(frequency) Hz: amplitude \(heard.amplitude(at: frequency))")
}
// Ada's tone is now at 800 and 1200 Hz with half the amplitude each; Bob's is unchanged.
let expected = [400: 8000, 800: 4000, 1000: 0, 1200: 4000]
for (frequency, amplitude) in expected where abs(heard.amplitude(at: frequency) - amplitude) > 150 {
    print("expected \(amplitude) at \(frequency) Hz")
    exit(1)
}
