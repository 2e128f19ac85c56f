package import StudioRuntime

/// How much media the client of a meeting received: the frames and audio blocks that callbacks of the client got.
package final class ReceivedMedia: Sendable {
    package let frames = Counter()
    package let audioBlocks = Counter()

    package init() {}
}
