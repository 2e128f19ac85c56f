import Foundation
import ZoomSDK

/// Sends a moving picture and a tone, 30 times a second, on a queue of its own.
final class Producer {
    static let width = 320
    static let height = 180
    private static let samples = 48_000 / 30

    private let queue = DispatchQueue(label: "producer", qos: .userInteractive)
    // The queue owns the rest.
    private var timer: DispatchSourceTimer?
    private var sender: ZoomSDKPSSender?
    private var beginning = DispatchTime.now()
    private var audioBlocks = 0
    private var frames = 0
    private var picture = [CChar](repeating: CChar(bitPattern: 128), count: width * height * 3 / 2)
    private let gradient = (0..<width + 512).map { UInt8(truncatingIfNeeded: $0) }
    private var tone = (0..<samples).map { Int16(8000 * sin(Double($0) * 2 * .pi * 450 / 48_000)) }

    var sentFrames: Int { queue.sync { frames } }

    func start(_ sender: ZoomSDKPSSender) {
        queue.sync {
            self.sender = sender
            beginning = .now()
            audioBlocks = 0
            let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
            timer.schedule(deadline: beginning, repeating: .nanoseconds(33_333_333), leeway: .milliseconds(1))
            timer.setEventHandler { [weak self] in self?.produce() }
            timer.resume()
            self.timer = timer
        }
    }

    /// Sends nothing any more when it returns.
    func stop() {
        queue.sync {
            timer?.cancel()
            timer = nil
            sender = nil
        }
    }

    private func produce() {
        guard let sender else { return }
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - beginning.uptimeNanoseconds) / 1e9
        // The timer leaves out what is late; the audio is complete all the same.
        let due = Int((elapsed + 0.002) * 30)
        draw(due)
        let error = sender.sendVideoFrame(
            &picture, width: UInt32(Self.width), height: UInt32(Self.height), frameLength: UInt32(picture.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
        guard error == ZoomSDKError_Success else { return }
        frames += 1
        while audioBlocks <= due, sendTone(to: sender) { audioBlocks += 1 }
    }

    private func sendTone(to sender: ZoomSDKPSSender) -> Bool {
        tone.withUnsafeMutableBytes { bytes in
            let data = bytes.bindMemory(to: CChar.self).baseAddress
            return sender.sendAudio(
                data, dataLength: UInt32(bytes.count), sampleRate: 48_000, channel: ZoomSDKAudioChannel_Mono)
                == ZoomSDKError_Success
        }
    }

    /// A gradient that moves.
    private func draw(_ frame: Int) {
        picture.withUnsafeMutableBytes { bytes in
            gradient.withUnsafeBytes { row in
                for y in 0..<Self.height {
                    let offset = (y + 2 * frame) % 256
                    let target = UnsafeMutableRawBufferPointer(rebasing: bytes[y * Self.width..<(y + 1) * Self.width])
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: row[offset..<offset + Self.width]))
                }
            }
        }
    }
}
