import CProcess

/// The memory allocator of the C library.
package enum Allocator {
    /// What a thread allocates comes from one of several arenas, and stays there when it is released. By default there are
    /// eight arenas for each processor: a session that connects outputs again and again slowly grows in all of them.
    private static let arenas: Int32 = 2
    /// GStreamer's registry of plugins takes three megabytes. An arena would ask the system for 132 kB of them at a time, a further one for
    /// 4 kB, and each time hold up the other threads.
    private static let growthBytes: Int32 = 4 << 20
    /// A frame of 1920x1080 has three megabytes.
    private static let blockBytes: Int32 = 4 << 20

    /// Sets the arenas of this process. Call it before other threads start.
    package static func configure() {
        _ = psprocess_limit_arenas(arenas)
        _ = psprocess_set_growth(growthBytes, blockBytes)
    }
}
