import StudioCore
import StudioRuntime

// Recordings that end before their disk is full.
extension Output {
    /// Why the file must not be opened: less than the reserve is free.
    var obstacle: OutputFailure? {
        options.reserve.flatMap { $0.obstacle(free: driver.disk?.freeBytes) }
    }

    /// Notes how much is free on the disk of a recording, and ends it in order when that is less than the reserve. The others go
    /// on.
    func watchSpace() {
        let (isConnected, known) = state.withLock { ($0.machine.isConnected, $0.disk) }
        guard isConnected, let disk = known ?? driver.disk else { return }
        let free = DiskSpaces.process.freeBytes(of: disk)
        let mayEnd = state.withLock { state in
            (state.disk, state.freeBytes) = (disk, free)
            return state.ending == nil && state.shortage == nil
        }
        guard mayEnd, let shortage = options.reserve?.end(free: free) else { return }
        state.update { $0.shortage = shortage }
        step { $0.finish(now: $1) }
    }

    /// The output has written its end: of all its media, or because its disk is nearly full.
    func conclude() {
        if let shortage = state.withLock({ $0.shortage }) { return fail(shortage) }
        step { machine, _ in machine.drained() }
    }

    /// Whether its files grow as long as it writes.
    var isGrowing: Bool { !driver.traits.removesOldFiles || options.hlsWindow == .all }
}

extension OutputDriver {
    /// Where it records; `nil` for an output that does not write a regular file.
    fileprivate var disk: DiskPlace? {
        guard let path = traits.path, !OutputFile.isSpecial(path) else { return nil }
        return DiskPlace(beside: path)
    }
}
