import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Commands of the session as requests of the vendor.
struct VendorRequestTests {
    @Test("each command of the session is a request of the vendor", arguments: SessionCommand.examples)
    func vendor(_ command: SessionCommand) throws {
        var fixture = try ServerFixture.running()
        let json = try JSON(decoding: try JSONLineEncoder().bytes(command))
        let (name, fields) = try #require(json.fields?.first)
        let data: JSON = ["vendorName": "psstudio", "requestType": .text(name), "requestData": fields]
        #expect(fixture.request("CallVendorRequest", data) == nil)
        #expect(fixture.perform() == [command])
        #expect(
            fixture.take(1).first?["d"]?["responseData"] == [
                "vendorName": "psstudio", "requestType": .text(name), "responseData": .object([]),
            ])
    }

    @Test(
        "replies are the data of the vendor's response",
        arguments: [
            (.output(output: 3), ["output": 3]), (.address(address: "a.mp4"), ["address": "a.mp4"]),
            (.participant(user: UserID(rawValue: 7)), ["user": 7]), (.participant(user: nil), ["user": nil]),
        ] as [(SessionReply, JSON)])
    func vendorReply(_ reply: SessionReply, _ data: JSON) throws {
        var fixture = try ServerFixture.running()
        let request: JSON = ["vendorName": "psstudio", "requestType": "endSlate"]
        #expect(fixture.request("CallVendorRequest", request) == nil)
        fixture.perform { _ in .success(reply) }
        #expect(fixture.take(1).first?["d"]?["responseData"]?["responseData"] == data)
    }

    @Test("requests of the vendor that are none")
    func noVendor() throws {
        var fixture = try ServerFixture.running()
        let wrong: [(JSON?, Int)] = [
            (nil, 301), (.object([]), 300), (["vendorName": "psstudio"], 300),
            (["vendorName": 1, "requestType": "stop"], 401), (["vendorName": "other", "requestType": "stop"], 600),
            (["vendorName": "psstudio", "requestType": "fly"], 600),
            (["vendorName": "psstudio", "requestType": "stop", "requestData": [1]], 401),
            (["vendorName": "psstudio", "requestType": "stop", "requestData": ["a": 1]], 400),
            (["vendorName": "psstudio", "requestType": "addOutput", "requestData": .object([])], 400),
            (["vendorName": "psstudio", "requestType": "addOutput", "requestData": ["address": 1]], 400),
        ]
        for (data, code) in wrong { #expect(fixture.code("CallVendorRequest", data) == code) }
        #expect(fixture.takeTasks().isEmpty)
    }

    @Test("each error of the session has its code")
    func vendorErrors() throws {
        let codes: [(ControlError.Code, Int)] = [
            (.malformed, 400), (.tooLong, 400), (.invalid, 400), (.rejected, 604), (.notFound, 600), (.source, 702),
            (.unsupportedHere, 703), (.forbidden, 702), (.busy, 702), (.outsideFolder, 400), (.notPermitted, 703),
        ]
        #expect(Set(codes.map(\.0)) == Set(ControlError.Code.allCases))
        for (code, status) in codes {
            var fixture = try ServerFixture.running()
            let request: JSON = ["vendorName": "psstudio", "requestType": "showSlate"]
            #expect(fixture.request("CallVendorRequest", request) == nil)
            fixture.perform { _ in .failure(ControlError(code, "why")) }
            #expect(
                fixture.take(1).first?["d"]?["requestStatus"] == [
                    "result": false, "code": .number(status), "comment": "why",
                ])
        }
    }
}
