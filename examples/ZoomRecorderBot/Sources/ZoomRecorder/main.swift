import RecorderBot
import ZoomVideoSDK

// Records a session until SIGTERM comes. With the word "faulty", frames are written after their callback without a reference.
let isFaulty = CommandLine.arguments.contains("faulty")
let bot = RecorderBot(start: Date()) { recording, writer in
    isFaulty ? FaultyVideoRecorder(recording, writer) : VideoRecorder(recording, writer)
}
// A container is stopped so.
signal(SIGTERM, SIG_IGN)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
termination.setEventHandler {
    bot.writer.sync {}
    bot.leave()
    let frames = bot.recordings.values.map(\.times.count).reduce(0, +)
    print("\(frames) frames")
    exit(0)
}
termination.resume()
// The disk is busy at first, as disks are: a fault shows that a fast one hides.
bot.writer.async { Thread.sleep(forTimeInterval: 1) }
bot.join("show", token: "token")
dispatchMain()
