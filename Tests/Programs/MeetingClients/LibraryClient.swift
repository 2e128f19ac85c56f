import CPSStudio
import PSStudioLibrary

/// Creates a studio with the C library.
final class LibraryClient {
    private let studio: OpaquePointer?

    private init(_ studio: OpaquePointer?) { self.studio = studio }

    static func initialise() throws -> @Sendable () -> Void {
        var options = ps_studio_options()
        options.size = MemoryLayout<ps_studio_options>.size
        var studio: OpaquePointer?
        try require(ps_studio_create(&options, nil, &studio) == ps_result(PS_OK), "ps_studio_create")
        // Safety: only one thread uses it.
        nonisolated(unsafe) let created = studio
        return { _ = ps_studio_close(created) }
    }

    static func join() throws -> Any {
        var options = ps_studio_options()
        options.size = MemoryLayout<ps_studio_options>.size
        var studio: OpaquePointer?
        try require(ps_studio_create(&options, nil, &studio) == ps_result(PS_OK), "ps_studio_create")
        // Rejected without callbacks. A studio that is never started leaves no trace.
        _ = ps_studio_start(studio, 64, 36, 0)
        return LibraryClient(studio)
    }
}
