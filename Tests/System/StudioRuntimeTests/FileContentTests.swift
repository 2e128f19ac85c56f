import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

struct FileContentTests {
    @Test(
        "a file is read whole up to its limit, and one byte more of a longer one", arguments: [0, 1, 9, 10, 11, 5000])
    func limit(size: Int) throws {
        let folder = try TestFolder()
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        try Data(content).write(to: URL(fileURLWithPath: folder.file("a")))
        #expect(try FileContent.regularFile(folder.file("a"), limit: 10) == Array(content.prefix(11)))
        #expect(try FileContent.start(of: folder.file("a"), atMost: 10) == Array(content.prefix(10)))
    }

    @Test("a folder, a FIFO without a writer and a device are no regular files")
    func notRegular() throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
        for path in [folder.file("."), folder.file("fifo"), "/dev/zero"] {
            #expect(throws: FileContent.Failure.notRegular) { try FileContent.regularFile(path, limit: 10) }
        }
    }

    @Test("a missing file is reported with the error of the system")
    func missing() throws {
        let path = try TestFolder().file("missing")
        #expect(throws: FileContent.Failure.system(SystemError(ENOENT))) {
            try FileContent.regularFile(path, limit: 10)
        }
        #expect(throws: SystemError(ENOENT)) { try FileContent.start(of: path, atMost: 10) }
        #expect(throws: SystemError(EISDIR)) { try FileContent.start(of: "/", atMost: 10) }
    }
}
