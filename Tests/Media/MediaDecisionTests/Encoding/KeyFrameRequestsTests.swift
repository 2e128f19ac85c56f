import ProgramEncoding
import StudioCore
import Testing

@Suite("Requested key frames")
struct KeyFrameRequestsTests {
    @Test("the first request is granted at once, and again a second later")
    func atOnce() {
        var requests = KeyFrameRequests()
        #expect(requests.request(now: .milliseconds(5)) == .request)
        #expect(requests.request(now: .milliseconds(1005)) == .request)
    }

    @Test("requests within a second are put off together until it is over")
    func together() {
        var requests = KeyFrameRequests()
        #expect(requests.request(now: .zero) == .request)
        #expect(requests.request(now: .milliseconds(1)) == .wait(until: .seconds(1)))
        #expect(requests.request(now: .milliseconds(500)) == .none)
        #expect(requests.request(now: .milliseconds(1200)) == .none)
        requests.due(now: .seconds(1))
        #expect(requests.request(now: .milliseconds(1300)) == .wait(until: .seconds(2)))
    }

    @Test("thirty requests a second for ten seconds are eleven key frames")
    func storm() {
        var requests = KeyFrameRequests()
        var granted: [MediaTime] = []
        var due: MediaTime?
        for number in 0...300 {
            let now = MediaTime(count: Int64(number), rate: .thirty)
            if let time = due, time <= now {
                requests.due(now: time)
                granted.append(time)
                due = nil
            }
            switch requests.request(now: now) {
            case .request: granted.append(now)
            case .wait(let time): due = time
            case .none: break
            }
        }
        #expect(granted == (0...10).map { MediaTime.seconds(Double($0)) })
    }
}
