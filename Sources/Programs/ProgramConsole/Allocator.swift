import CProcess

/// The memory allocator of the C library.
package enum Allocator {
    /// What a thread allocates comes from one of several arenas, and stays there when it is released. By default there are
    /// eight arenas for each processor: a session that connects outputs again and again slowly grows in all of them.
    private static let arenas: Int32 = 2

    /// Limits the arenas of this process. Call it before other threads start.
    package static func limitArenas() {
        _ = psprocess_limit_arenas(arenas)
    }
}
