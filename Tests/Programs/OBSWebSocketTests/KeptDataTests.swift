import SessionProtocol
import Testing
@testable import OBSWebSocket

/// Data that clients keep.
struct KeptDataTests {
    private static func data(_ name: JSON = "last", _ value: JSON? = nil, realm: JSON? = nil) -> JSON {
        var data: JSON = ["realm": realm ?? .text(DataSlot.Realm.global.rawValue), "slotName": name]
        if let value { data.set("slotValue", value) }
        return data
    }

    @Test("values of any type are kept and read, while other requests go on")
    func access() throws {
        var fixture = try ServerFixture.running()
        for value in [1, "a", true, [1, nil], ["a": ["b": 1.5]]] as [JSON] {
            #expect(fixture.request("SetPersistentData", Self.data("last", value)) == nil)
            #expect(fixture.code("GetVersion") == 100)
            let slot = DataSlot(realm: .global, name: "last")
            guard case .access(let number, .write(slot, value))? = fixture.takeTasks().first else {
                Issue.record("\(value) is not written")
                return
            }
            fixture.apply(fixture.server.accessed(number, .success(nil), at: fixture.now))
            let written = fixture.take(1).first?["d"]
            #expect(written?["requestStatus"]?["code"] == 100)
            #expect(written?["responseData"] == nil)
        }
        for value in [nil, 7] as [JSON] {
            #expect(fixture.request("GetPersistentData", Self.data()) == nil)
            guard case .access(let number, .read)? = fixture.takeTasks().first else {
                Issue.record("nothing is read")
                return
            }
            fixture.apply(fixture.server.accessed(number, .success(value), at: fixture.now))
            #expect(fixture.take(1).first?["d"]?["responseData"] == ["slotValue": value])
        }
    }

    @Test("what is wrong with a request, or with the file, is an error")
    func errors() throws {
        var fixture = try ServerFixture.running()
        let wrong: [(String, JSON?, Int)] = [
            ("GetPersistentData", nil, 301), ("GetPersistentData", .object([]), 300),
            ("GetPersistentData", Self.data(realm: "MINE"), 600), ("GetPersistentData", Self.data(""), 403),
            ("GetPersistentData", Self.data(.text(String(repeating: "a", count: 257))), 402),
            ("SetPersistentData", Self.data(), 300), ("SetPersistentData", Self.data("a", .null), 300),
            ("SetPersistentData", Self.data("a", .text(String(repeating: "a", count: 65_536))), 402),
        ]
        for (type, data, code) in wrong { #expect(fixture.code(type, data) == code, "\(type) \(code)") }
        #expect(fixture.takeTasks().isEmpty)
        for (code, status) in [(ControlError.Code.rejected, 702), (.tooLong, 603)] {
            #expect(fixture.request("SetPersistentData", Self.data("a", 1)) == nil)
            guard case .access(let number, _)? = fixture.takeTasks().first else {
                Issue.record("nothing is written")
                return
            }
            fixture.apply(fixture.server.accessed(number, .failure(ControlError(code, "why")), at: fixture.now))
            #expect(
                fixture.take(1).first?["d"]?["requestStatus"] == [
                    "result": false, "code": .number(status), "comment": "why",
                ])
        }
        #expect(fixture.server.accessed(999, .success(nil), at: fixture.now).isEmpty)
    }

    @Test("each realm has slots of its own, and the text gives the same data")
    func realms() throws {
        var kept = KeptData()
        let (global, profile) = (DataSlot(realm: .global, name: "a"), DataSlot(realm: .profile, name: "a"))
        #expect(kept[global] == .null)
        #expect(kept.set(global, 1) == true)
        #expect(kept.set(profile, ["b": 2]) == true)
        #expect(kept.set(global, "one") == true)
        #expect(kept[global] == "one")
        #expect(kept[profile] == ["b": 2])
        #expect(KeptData(kept.text) == kept)
        for text in ["", "[]", "1", "{\"a\":1}", "{"] { #expect(KeptData(Array(text.utf8)) == nil, "\(text)") }
        #expect(KeptData(Array("{}".utf8)) == KeptData())
    }

    @Test("all data together have a limit; what does not fit changes nothing")
    func limit() throws {
        var kept = KeptData()
        let value: JSON = .text(String(repeating: "a", count: 60_000))
        var count = 0
        while kept.set(DataSlot(realm: .global, name: "\(count)"), value) { count += 1 }
        #expect(count == 17)
        #expect(kept.text.count <= KeptData.maximumBytes)
        #expect(kept[DataSlot(realm: .global, name: "17")] == .null)
        #expect(kept.set(DataSlot(realm: .global, name: "0"), 1) == true)
        #expect(kept.set(DataSlot(realm: .profile, name: "17"), value) == true)
    }
}
