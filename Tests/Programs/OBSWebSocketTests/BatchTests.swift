import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Batches of requests.
struct BatchTests {
    private func batch(_ requests: JSON, _ more: [(String, JSON)] = []) -> JSON {
        ["op": 8, "d": .object([("requestId", "b"), ("requests", requests)] + more)]
    }

    private func results(_ fixture: inout ServerFixture) -> [JSON]? {
        let messages = fixture.take(1)
        guard messages.count == 1, messages[0]["op"] == 9, messages[0]["d"]?["requestId"] == "b" else { return nil }
        return messages[0]["d"]?["results"]?.items
    }

    private func codes(_ results: [JSON]?) -> [JSON?]? { results?.map { $0["requestStatus"]?["code"] } }

    @Test("an empty batch has an empty result", arguments: OBSWebSocket.Encoding.allCases)
    func empty(_ encoding: OBSWebSocket.Encoding) throws {
        var fixture = try ServerFixture.running(encoding: encoding)
        for type in 0...2 {
            fixture.send(1, batch([], [("executionType", .number(type))]))
            #expect(fixture.take(1) == [["op": 9, "d": ["requestId": "b", "results": []]]])
        }
    }

    @Test("results have the numbers of the requests, if they had one")
    func numbers() throws {
        var fixture = try ServerFixture.running()
        let requests: JSON = [
            ["requestType": "GetStudioModeEnabled", "requestId": 5], ["requestType": "GetStudioModeEnabled"],
            ["requestType": "GetStudioModeEnabled", "requestId": nil], ["requestType": "Fly", "requestId": ["a": 1]],
            ["requestType": 7, "requestId": "x"], .object([]), nil, "GetVersion",
        ]
        fixture.send(1, batch(requests))
        let found = try #require(results(&fixture))
        #expect(found.map { $0["requestId"] } == [5, nil, nil, ["a": 1], "x", nil, nil, nil])
        #expect(codes(found) == [100, 100, 100, 204, 203, 203, 203, 203])
        #expect(found[0]["responseData"] == ["studioModeEnabled": false])
        #expect(found[3]["responseData"] == nil)
        #expect(found[4]["requestType"] == "")
    }

    @Test("haltOnFailure returns the results up to the failure")
    func halt() throws {
        var fixture = try ServerFixture.running()
        let requests: JSON = [
            ["requestType": "GetStudioModeEnabled"], ["requestType": "Fly"], ["requestType": "GetStudioModeEnabled"],
        ]
        fixture.send(1, batch(requests, [("haltOnFailure", true)]))
        #expect(codes(results(&fixture)) == [100, 204])
        fixture.send(1, batch(requests))
        #expect(codes(results(&fixture)) == [100, 204, 100])
    }

    @Test("variables carry values from results to requests")
    func variables() throws {
        var fixture = try ServerFixture.running()
        let requests: JSON = [
            // Sets the scene of a variable that the client gave.
            [
                "requestType": "GetSceneItemList", "requestData": ["sceneName": "Nothing"],
                "inputVariables": ["sceneName": "mine", "other": "missing", "third": 3],
            ],
            // Takes the name of the scene into a variable.
            [
                "requestType": "GetCurrentProgramScene",
                "outputVariables": ["now": "sceneName", "x": "missing", "y": 1],
            ],
            [
                "requestType": "GetSceneItemList", "requestData": ["sceneName": "Nothing"],
                "inputVariables": ["sceneName": "now"],
            ],
            // Without data there is nothing to set.
            ["requestType": "GetSceneItemList", "inputVariables": ["sceneName": "now"]],
            ["requestType": "GetSceneItemList", "requestData": ["sceneName": "Nothing"]],
        ]
        fixture.send(1, batch(requests, [("variables", ["mine": "Slate"])]))
        #expect(codes(results(&fixture)) == [100, 100, 100, 300, 600])
    }

    @Test("a batch of 4096 requests is performed, a longer one closes the connection")
    func longest() throws {
        var fixture = try ServerFixture.running()
        fixture.send(1, batch(.list([JSON](repeating: .object([]), count: 4096))))
        #expect(results(&fixture)?.count == 4096)
        fixture.send(1, batch(.list([JSON](repeating: .object([]), count: 4097))))
        #expect(fixture.closing(1)?.code == .messageTooBig)
    }

    @Test("tens of thousands of variables take no quadratic time")
    func manyVariables() throws {
        var fixture = try ServerFixture.running()
        let names = (0..<20_000).map { "v\($0)" }
        let data: JSON = .object(names.map { ($0, 0) } + [("sceneName", "Nothing")])
        let request: JSON = [
            "requestType": "GetSceneItemList", "requestData": data,
            "inputVariables": .object(names.map { ($0, .text($0)) } + [("sceneName", "v1")]),
        ]
        let variables: JSON = .object(names.map { ($0, "Program") })
        fixture.send(1, batch([request], [("variables", variables)]))
        #expect(codes(results(&fixture)) == [100])
    }

    @Test("Sleep waits in batches of its type only")
    func sleep() throws {
        var fixture = try ServerFixture.running()
        let requests: JSON = [
            ["requestType": "Sleep", "requestData": ["sleepMillis": 100]],
            ["requestType": "Sleep", "requestData": ["sleepMillis": 0]],
            ["requestType": "Sleep", "requestData": ["sleepMillis": 50_001]],
            ["requestType": "Sleep", "requestData": ["sleepMillis": -1]], ["requestType": "Sleep"],
            ["requestType": "Sleep", "requestData": ["sleepMillis": 50]],
        ]
        fixture.send(1, batch(requests))
        #expect(fixture.server.nextWake == .milliseconds(100))
        fixture.advance(milliseconds: 99)
        #expect(results(&fixture) == nil)
        fixture.advance(milliseconds: 1)
        #expect(results(&fixture) == nil)
        // Beside the batch, other requests are answered.
        #expect(fixture.answer("GetStudioModeEnabled") == ["studioModeEnabled": false])
        fixture.advance(milliseconds: 50)
        #expect(results(&fixture) == nil)
        fixture.advance(milliseconds: 50)
        #expect(codes(results(&fixture)) == [100, 100, 402, 402, 301, 100])
        #expect(fixture.code("Sleep", ["sleepMillis": 1]) == 206)
    }

    @Test("sleepFrames waits for frames of the program")
    func sleepFrames() throws {
        var fixture = try ServerFixture.running()
        fixture.publish(.inputsOpened(width: 1920, height: 1080, frameRate: 25, hasAudio: true))
        let requests: JSON = [["requestType": "Sleep", "requestData": ["sleepFrames": 5]]]
        fixture.send(1, batch(requests, [("executionType", 1)]))
        fixture.advance(milliseconds: 199)
        #expect(results(&fixture) == nil)
        fixture.advance(milliseconds: 1)
        #expect(codes(results(&fixture)) == [100])
        fixture.send(1, batch(requests))
        #expect(codes(results(&fixture)) == [300])
        fixture.send(1, batch(requests, [("executionType", 2)]))
        #expect(codes(results(&fixture)) == [206])
    }

    @Test("requests see the effects of those before them")
    func serial() throws {
        var fixture = try ServerFixture.running()
        let requests: JSON = [
            ["requestType": "StopStream"], ["requestType": "StopStream"], ["requestType": "StartStream"],
            ["requestType": "GetStudioModeEnabled"],
        ]
        fixture.send(1, batch(requests, [("executionType", 2)]))
        #expect(results(&fixture) == nil)
        #expect(fixture.perform() == [.stopOutput(output: 2), .startOutput(output: 2)])
        #expect(codes(results(&fixture)) == [100, 501, 100, 100])
    }

    @Test("before the first snapshot and after the end, all results are NotReady")
    func notReady() throws {
        var fixture = ServerFixture()
        fixture.apply(fixture.server.begin())
        fixture.connect(1)
        let requests: JSON = [["requestType": "GetVersion"], ["requestType": "Fly"]]
        fixture.send(1, batch(requests))
        #expect(codes(results(&fixture)) == [207, 207])
        fixture.send(1, batch(requests, [("haltOnFailure", true)]))
        #expect(codes(results(&fixture)) == [207])
        #expect(fixture.code("GetVersion") == 207)
        try fixture.answerSnapshot(ServerFixture.snapshot([]))
        #expect(fixture.code("GetVersion") == 100)
        fixture.publish(.stopped(reason: .endOfStream))
        #expect(fixture.code("GetVersion") == 207)
    }

    @Test("the results of a client's batches are limited; what is not answered any more is not performed")
    func longResults() throws {
        var fixture = try ServerFixture.running()
        let image: JSON = [
            "requestType": "GetSourceScreenshot", "requestData": ["sourceName": "Program", "imageFormat": "jpg"],
        ]
        fixture.send(1, batch(.list([JSON](repeating: image, count: 6) + [["requestType": "StopRecord"]])))
        for _ in 0..<4 {
            let number = try #require(
                fixture.takeTasks().compactMap { if case .capture(let number, _) = $0 { number } else { nil } }.first)
            let jpeg = [UInt8](repeating: 0, count: 3 << 18)
            fixture.apply(fixture.server.captured(number, .success(jpeg), at: fixture.now))
        }
        #expect(fixture.takeCommands().isEmpty)
        let found = results(&fixture)
        #expect(codes(found) == [100, 100, 100, 100, 603, 603, 603])
        let comment = "The results of your batches are longer than 4 MiB; this request was not performed."
        #expect(found?.last?["requestStatus"]?["comment"] == .text(comment))
        // They are sent, so that the next batch has room.
        fixture.send(1, batch([["requestType": "GetVersion"]]))
        #expect(codes(results(&fixture)) == [100])
        #expect(fixture.server.connections[ConnectionID(1)]?.resultBytes == 0)
    }

    @Test("the events of a batch are limited to the length of a message")
    func longEvents() throws {
        var fixture = try ServerFixture.running()
        fixture.connect(2, mask: 1)
        let event: JSON = [
            "requestType": "BroadcastCustomEvent", "inputVariables": ["eventData": "e"], "requestData": .object([]),
        ]
        let long: JSON = ["e": ["x": .text(String(repeating: "x", count: 400_000))]]
        fixture.send(1, batch(.list([JSON](repeating: event, count: 5)), [("variables", long)]))
        #expect(codes(results(&fixture)) == [100, 100, 603, 603, 603])
        #expect(fixture.take(2).count == 2)
    }

    @Test("random batches have the results of a loop over their requests", arguments: 0..<30)
    func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let types: [(String, Int)] = [
            ("GetStudioModeEnabled", 100), ("Fly", 204), ("GetSceneItemList", 300), ("", 203),
        ]
        var fixture = try ServerFixture.running()
        for _ in 0..<50 {
            let chosen = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                types[Int.random(in: 0..<types.count, using: &random)]
            }
            let halts = Bool.random(using: &random)
            let items = chosen.enumerated().map { index, type -> JSON in
                ["requestType": .text(type.0), "requestId": .number(index)]
            }
            fixture.send(1, batch(.list(items), [("haltOnFailure", .flag(halts))]))
            var expected: [JSON?] = []
            for (_, code) in chosen {
                expected.append(.number(code))
                if halts, code != 100 { break }
            }
            let found = try #require(results(&fixture))
            #expect(codes(found) == expected)
            #expect(found.enumerated().allSatisfy { $1["requestId"] == .number($0) })
        }
    }
}
