import Foundation
import Glibc
import Checksums
import OBSWebSocket
import ServerAccess
import SessionProtocol
import StudioRuntime
import StudioTestSupport
import Testing
@testable import StudioServer

/// Passwords of controllers, and files that they create.
struct OBSOptionsTests {
    private func options(_ password: String?) -> OBSOptions {
        OBSOptions(at: ListenAddress(port: 0), password: password, below: RestrictedFolder("/srv"))
    }

    @Test("the test vector, with the hash of the program")
    func vector() {
        let authentication = Authentication(
            password: "supersecretpassword", salt: "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=", hash: SHA256.hash)
        #expect(
            authentication.answer(to: "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=")
                == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4=")
    }

    @Test("random passwords, salts and challenges differ")
    func random() throws {
        let passwords = (0..<100).map { _ in ControllerPassword.random() }
        #expect(Set(passwords).count == 100)
        #expect(
            passwords.allSatisfy { $0.utf8.count == 16 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
        )
        #expect(Set((0..<100).map { _ in OBSOptions.nonce() }).count == 100)
        #expect(Data(base64Encoded: OBSOptions.nonce())?.count == 32)
        let first = try #require(options("a").authentication)
        let second = try #require(options("a").authentication)
        #expect(first.salt != second.salt)
        #expect(options(nil).authentication == nil)
    }

    @Test("files are created below the folder only, and are never replaced")
    func files() throws {
        let folder = try TestFolder()
        let outside = try TestFolder()
        let place = try RestrictedFolder(resolving: folder.path)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: outside.path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("x.jpg"), withDestinationPath: outside.file("x.jpg"))
        for path in ["link/a.jpg", "../a.jpg", outside.file("a.jpg"), "", "link/../a.jpg"] {
            #expect(NewFile.create(path, below: place, [1])?.code == .outsideFolder, "\(path)")
        }
        #expect(NewFile.create("x.jpg", below: place, [1])?.code == .rejected)
        #expect(NewFile.create("missing/a.jpg", below: place, [1])?.code == .outsideFolder)
        #expect(NewFile.create("a.jpg", below: RestrictedFolder(""), [1])?.code == .outsideFolder)
        #expect(try outside.names.isEmpty)
        #expect(NewFile.create("\(place.path)/a.jpg", below: place, [1, 2]) == nil)
        #expect(NewFile.create("a.jpg", below: place, [3])?.message == "cannot create the file: File exists")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.jpg"))) == Data([1, 2]))
    }

    @Test("the usage of a process is measured")
    func usage() throws {
        var usage = SessionFacts(of: getpid(), folder: "/tmp")
        usage.measure()
        usage.measure()
        #expect(usage.facts.memoryUsage > 1)
        #expect(usage.facts.freeSpace > 0)
        #expect(usage.facts.cpuUsage >= 0)
        #expect(usage.folderOfProcess == FileManager.default.currentDirectoryPath)
        var gone = SessionFacts(of: 0, folder: "/missing")
        gone.measure()
        #expect(gone.facts.memoryUsage == 0)
        #expect(gone.facts.freeSpace == 0)
        #expect(gone.folderOfProcess == nil)
    }
}
