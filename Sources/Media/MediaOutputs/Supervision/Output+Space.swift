import StudioCore
import StudioRuntime

// Recordings that end before their disk is full.
extension Output {
    /// Why the file must not be opened: less than the reserve is free.
    var obstacle: OutputFailure? {
        options.reserve.flatMap { $0.obstacle(free: driver.freeSpace) }
    }

    /// Ends a recording in order when less than the reserve is free. The others go on.
    func watchSpace() {
        guard let reserve = options.reserve,
            state.withLock({ $0.machine.isConnected && $0.ending == nil && $0.shortage == nil }),
            let shortage = reserve.end(free: driver.freeSpace)
        else { return }
        state.update { $0.shortage = shortage }
        step { $0.finish(now: $1) }
    }

    /// The output has written its end: of all its media, or because its disk is nearly full.
    func conclude() {
        if let shortage = state.withLock({ $0.shortage }) { return fail(shortage) }
        step { machine, _ in machine.drained() }
    }
}

extension OutputDriver {
    /// The bytes that are free where it records; `nil` for an output that does not write a regular file.
    fileprivate var freeSpace: UInt64? {
        guard let path = traits.path, !OutputFile.isSpecial(path) else { return nil }
        return FreeSpace.bytes(beside: path)
    }
}
