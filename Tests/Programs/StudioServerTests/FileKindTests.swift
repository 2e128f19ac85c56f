import StudioRuntime
import Testing

@testable import StudioServer

/// What files are, for clients that choose one.
struct FileKindTests {
    @Test(
        "the kind of a file follows from its suffix",
        arguments: [
            ("clip.mp4", FileKind.video), ("CLIP.MOV", .video), ("a.b.mkv", .video), ("music.wav", .audio),
            ("logo.PNG", .image), ("notes.txt", .other), ("mp4", .other), ("mp4.", .other), ("", .other),
        ])
    func kinds(name: String, kind: FileKind) {
        #expect(FileKind(RestrictedFolder.Entry(name: name, size: 1)) == kind)
    }

    @Test("a folder is a folder, whatever it is called")
    func folder() {
        #expect(FileKind(RestrictedFolder.Entry(name: "clip.mp4", size: nil)) == .folder)
    }
}
