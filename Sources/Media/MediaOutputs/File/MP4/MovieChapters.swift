package import StudioCore
import StudioRuntime

/// A chapter of a movie, from its start to the next one.
package struct MovieChapter: Hashable, Sendable {
    /// In the movie.
    package let start: MediaTime
    package let title: String

    package init(start: MediaTime, title: String) { (self.start, self.title) = (start, title) }
}

/// The chapters of a recording, as a rule: what may be added, and what is written at the end.
package struct ChapterList: Hashable, Sendable {
    /// Why a chapter is not added, in words.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The box has one byte for the number of chapters, and one for the length of a title.
    package static let maximumCount = 255
    package static let maximumTitleBytes = 255
    /// The chapter before the first one that was added: players show none without it.
    private static let beginning = "Start"

    private var added: [MovieChapter] = []

    package init() {}

    /// What is written.
    package var chapters: [MovieChapter] {
        guard let first = added.first, first.start > .zero else { return added }
        return [MovieChapter(start: .zero, title: Self.beginning)] + added
    }

    /// Adds a chapter behind the others.
    ///
    /// - Parameter title: `nil` for its number.
    package mutating func add(at start: MediaTime, title: String?) throws(Refusal) {
        // One place is that of the beginning.
        guard added.count < Self.maximumCount - 1 else {
            throw Refusal(description: "it has \(added.count) chapters, which is the limit; split the file")
        }
        if let title {
            guard MediaTitle(title) != nil, title.utf8.count <= Self.maximumTitleBytes else {
                throw Refusal(
                    description: "the name of a chapter is not one line of 1 to \(Self.maximumTitleBytes) bytes")
            }
        }
        let latest = added.last?.start ?? .zero
        added.append(MovieChapter(start: max(start, latest), title: title ?? "Chapter \(added.count + 1)"))
    }
}

/// The chapters of the recording of an output. Commands add them, and its end reads them.
package final class MovieChapters: Sendable {
    private let list = Lock(ChapterList())

    package init() {}

    package var all: [MovieChapter] { list.withLock { $0.chapters } }

    func add(at start: MediaTime, title: String?) throws(ChapterList.Refusal) {
        let result = list.withLock { list -> Result<Void, ChapterList.Refusal> in
            do throws(ChapterList.Refusal) {
                return .success(try list.add(at: start, title: title))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}

/// The chapters of a movie, in the box that ffmpeg, VLC and mpv read.
extension BoxBuilder {
    init(chapters: [MovieChapter]) {
        // Version 1 has a reserved number.
        self.init("chpl", isLong: true)
        append(zeros: 4)
        append(UInt64(chapters.count), bytes: 1)
        for chapter in chapters {
            // In units of 100 ns.
            append(UInt64(max(0, chapter.start.nanoseconds) / 100), bytes: 8)
            append(UInt64(chapter.title.utf8.count), bytes: 1)
            append(text: chapter.title)
        }
    }
}
