import ZoomVideoSDK

/// Joins a session, sends a tone as a microphone, and watches the others: VideoMicrophone [SECONDS].
@main
struct App {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        let caller = Caller()
        guard caller.join() else {
            print("the session cannot be joined")
            exit(0)
        }
        if await !caller.waitForEnd(within: .seconds(seconds)), caller.leave() {
            _ = await caller.waitForEnd(within: .seconds(2))
        }
        print("\(caller.sentBlocks) audio blocks sent, \(caller.receivedFrames) frames received")
        exit(0)
    }
}
