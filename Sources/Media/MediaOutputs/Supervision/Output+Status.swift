import ProgramEncoding
import StudioCore
import StudioRuntime

extension Output {
    /// The current status.
    public var status: OutputStatus { status(nil) }

    /// - Parameter machine: what was decided; `nil` for the current decision.
    func status(_ machine: OutputStateMachine?) -> OutputStatus {
        let state = state.withLock { $0 }
        let ledger = ledger.withLock { $0 }
        let machine = machine ?? state.machine
        var status = OutputStatus(machine.state)
        status.bytes = state.earlierBytes + (state.connection?.peer.bytesTaken ?? 0)
        status.bitsPerSecond = machine.state.isOver ? 0 : state.bitrate.bitsPerSecond
        status.totalFrames = ledger.video.offered
        status.skippedFrames = ledger.video.lost
        status.totalAudioBlocks = ledger.audio.offered
        status.skippedAudioBlocks = ledger.audio.lost
        if case .retrying(_, let time, _) = machine.state {
            status.retryDelay = machine.retryDelay
            status.timeToAttempt = max(.zero, time - clock.now)
        }
        if machine.isConnected, let disk = state.disk, let free = state.freeBytes {
            status.disk = OutputStatus.Disk(device: disk.device, freeBytes: free, isGrowing: isGrowing)
        }
        status.reconnects = machine.reconnects
        status.failures = machine.failures
        status.queuedTime = state.connection?.queuedTime ?? .zero
        status.connectTime = state.connectTime
        if let lost = state.lostBeforeStart {
            (status.framesBeforeStart, status.audioBlocksBeforeStart) = lost
        } else if !machine.state.isOver {
            (status.framesBeforeStart, status.audioBlocksBeforeStart) = (ledger.video.lost, ledger.audio.lost)
        }
        status.congestion = state.connection?.congestion ?? 0
        status.network = Self.sum(state.earlierNetwork, state.connection?.peer.network)
        status.finalization = state.finalization
        status.position = state.connection?.position ?? state.position
        return status
    }

    /// The network statistics of several connections, one after the other.
    static func sum(_ earlier: NetworkStatistics?, _ now: NetworkStatistics?) -> NetworkStatistics? {
        guard let earlier, let now else { return earlier ?? now }
        return earlier.followed(by: now)
    }
}
