import Foundation
import OBSWebSocket
import SessionProtocol
import StudioTestSupport
import Testing

@testable import StudioServer

/// The file of the data that clients of obs-websocket keep.
struct KeptDataFileTests {
    private static let slot = DataSlot(realm: .global, name: "last")

    @Test("data are in the folder for states, or in that of the home; without both there are none")
    func place() {
        func path(_ variables: [String: String]) -> String? { KeptDataFile { variables[$0] }.path }
        #expect(path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/psstudio/obs-websocket.json")
        #expect(path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/psstudio/obs-websocket.json")
        #expect(path(["HOME": "/h"]) == "/h/.local/state/psstudio/obs-websocket.json")
        #expect(path([:]) == nil)
        guard case .failure(let error) = (KeptDataFile { _ in nil }.perform(.read(Self.slot))) else {
            Issue.record("data without a folder")
            return
        }
        #expect(error.message == "cannot keep data: the server has no folder for it; set XDG_STATE_HOME")
    }

    @Test("what one server keeps, the next one reads; only the user can read the file")
    func kept() throws {
        let folder = try TestFolder()
        let file = KeptDataFile { _ in folder.file("state") }
        let path = try #require(file.path)
        #expect(file.perform(.read(Self.slot)) == .success(.null))
        #expect(file.perform(.write(Self.slot, ["a": 1])) == .success(nil))
        #expect(KeptDataFile { _ in folder.file("state") }.perform(.read(Self.slot)) == .success(["a": 1]))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("a file of another program is not replaced")
    func foreign() throws {
        let folder = try TestFolder()
        let file = KeptDataFile { _ in folder.file("state") }
        let path = try #require(file.path)
        #expect(file.perform(.write(Self.slot, 1)) == .success(nil))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        for access in [DataAccess.read(Self.slot), .write(Self.slot, 2)] {
            guard case .failure(let error) = file.perform(access) else {
                Issue.record("a file of another program is used")
                continue
            }
            #expect(error.message == "cannot keep data: \(path) is not data of psstudio; move it away")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test("servers that write at the same time lose nothing")
    func together() async throws {
        let folder = try TestFolder()
        let state = folder.file("state")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let slot = DataSlot(realm: .profile, name: "\(number)")
                    #expect(KeptDataFile { _ in state }.perform(.write(slot, .number(number))) == .success(nil))
                }
            }
        }
        let file = KeptDataFile { _ in state }
        for number in 0..<40 {
            let slot = DataSlot(realm: .profile, name: "\(number)")
            #expect(file.perform(.read(slot)) == .success(.number(number)))
        }
    }
}
