import Foundation

/// A file that grows. Used by one thread at a time.
final class GrowingFile {
    private let handle: FileHandle

    init(_ path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        self.handle = handle
    }

    func append(_ bytes: some DataProtocol) throws { try handle.write(contentsOf: bytes) }

    func append(_ text: String) throws { try append(Data(text.utf8)) }
}

/// A WAV header for 48 kHz stereo whose length is unknown: readers read to the end of the file.
let openWAVHeader: Data = {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    var header = Array("RIFF".utf8) + little(.max, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    header += little(1, 2) + little(2, 2) + little(48_000, 4) + little(192_000, 4) + little(4, 2) + little(16, 2)
    return Data(header + Array("data".utf8) + little(.max, 4))
}()
