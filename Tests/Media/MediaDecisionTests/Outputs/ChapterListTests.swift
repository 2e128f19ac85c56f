import MediaOutputs
import StudioCore
import Testing

@Suite("Chapters of a recording")
struct ChapterListTests {
    private func add(_ seconds: Double, _ title: String?, to list: inout ChapterList) -> ChapterList.Refusal? {
        do throws(ChapterList.Refusal) {
            try list.add(at: .seconds(seconds), title: title)
            return nil
        } catch {
            return error
        }
    }

    @Test("chapters have their names or their numbers, and one begins with the file")
    func names() {
        var list = ChapterList()
        #expect(list.chapters == [])
        #expect(add(2, nil, to: &list) == nil)
        #expect(add(3.5, "Questions", to: &list) == nil)
        #expect(add(4, nil, to: &list) == nil)
        #expect(
            list.chapters == [
                MovieChapter(start: .zero, title: "Start"), MovieChapter(start: .seconds(2), title: "Chapter 1"),
                MovieChapter(start: .seconds(3.5), title: "Questions"),
                MovieChapter(start: .seconds(4), title: "Chapter 3"),
            ])
        var first = ChapterList()
        #expect(add(0, "Welcome", to: &first) == nil)
        #expect(first.chapters == [MovieChapter(start: .zero, title: "Welcome")])
    }

    @Test("none begins before the file, or before the one before it")
    func order() {
        var list = ChapterList()
        #expect(add(-1, "a", to: &list) == nil)
        #expect(add(5, "b", to: &list) == nil)
        #expect(add(4, "c", to: &list) == nil)
        #expect(list.chapters.map(\.start) == [.zero, .seconds(5), .seconds(5)])
    }

    @Test("a name is one line of 1 to 255 bytes")
    func titles() {
        var list = ChapterList()
        let reason = "the name of a chapter is not one line of 1 to 255 bytes"
        for title in ["", "a\nb", "a\0", String(repeating: "a", count: 256), String(repeating: "ä", count: 128)] {
            #expect(add(1, title, to: &list)?.description == reason)
        }
        #expect(add(1, String(repeating: "ä", count: 127) + "a", to: &list) == nil)
        #expect(list.chapters.count == 2)
    }

    @Test("the box has place for 255, of which one may be the beginning")
    func limit() {
        var list = ChapterList()
        for number in 1...254 { #expect(add(Double(number), nil, to: &list) == nil) }
        #expect(
            add(300, nil, to: &list)?.description == "it has 254 chapters, which is the limit; split the file")
        #expect(list.chapters.count == 255)
    }
}
