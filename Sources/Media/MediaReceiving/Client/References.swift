/// Where an interface keeps what it delivers.
package enum MemoryMode: Hashable, Sendable {
    /// Fast; valid inside the callback only.
    case stack
    /// May be referenced beyond the callback.
    case heap
}

/// The memory modes that a client has set; `nil` when it has not.
package struct MemoryModes: Hashable, Sendable {
    /// What has a memory mode of its own.
    package enum Content: Hashable, Sendable {
        case video
        case share
        case audio
    }

    package var video: MemoryMode?
    package var share: MemoryMode?
    package var audio: MemoryMode?

    package init(video: MemoryMode? = nil, share: MemoryMode? = nil, audio: MemoryMode? = nil) {
        (self.video, self.share, self.audio) = (video, share, audio)
    }

    /// Whether units can be referenced, and why not. Without a mode, video and share can, audio cannot.
    package func referencing(_ content: Content) -> References.Permission {
        switch content {
        case .video: video == .stack ? .stack : .granted
        case .share: share == .stack ? .stack : .granted
        case .audio: audio.map { $0 == .stack ? .stack : .granted } ?? .unsetAudio
        }
    }
}

/// The references of a client to a unit. Decides, performs nothing.
package struct References: Hashable, Sendable {
    /// Whether a unit can be referenced.
    package enum Permission: Hashable, Sendable {
        case granted
        /// It is in stack memory.
        case stack
        /// It is audio without a memory mode.
        case unsetAudio
    }

    package enum State: Hashable, Sendable {
        /// Inside the callback, with this number of references. Leaves on `callbackReturned`.
        case inCallback(Int)
        /// After the callback, with at least one reference. Leaves on the last `release`.
        case referenced(Int)
        /// The memory is given back. Final.
        case over
    }

    package enum Addition: Hashable, Sendable {
        /// The first reference: the memory must be held.
        case first
        /// Another one.
        case counted
        /// It cannot be referenced.
        case refused(Permission)
        /// The memory is given back already.
        case tooLate
    }

    package enum Release: Hashable, Sendable {
        /// References remain, or the callback is running.
        case counted(Int)
        /// The last one, after the callback: the memory must be given back.
        case last
        /// The last one inside the callback: the memory need not be held any more.
        case lastInCallback
        /// There is no reference.
        case belowZero
    }

    package let permission: Permission
    package private(set) var state = State.inCallback(0)

    package init(_ permission: Permission) {
        self.permission = permission
    }

    /// Whether the buffers may be used.
    package var isValid: Bool { state != .over }

    /// Whether a reference can be taken now.
    package var canAdd: Bool { permission == .granted && isValid }

    /// The number of references.
    package var count: Int {
        switch state {
        case .inCallback(let count), .referenced(let count): count
        case .over: 0
        }
    }

    package mutating func add() -> Addition {
        guard permission == .granted else { return .refused(permission) }
        switch state {
        case .inCallback(let count):
            state = .inCallback(count + 1)
            return count == 0 ? .first : .counted
        case .referenced(let count):
            state = .referenced(count + 1)
            return .counted
        case .over: return .tooLate
        }
    }

    package mutating func release() -> Release {
        switch state {
        case .inCallback(0), .over: return .belowZero
        case .inCallback(let count):
            state = .inCallback(count - 1)
            return count == 1 ? .lastInCallback : .counted(count - 1)
        case .referenced(1):
            state = .over
            return .last
        case .referenced(let count):
            state = .referenced(count - 1)
            return .counted(count - 1)
        }
    }

    /// - Returns: whether the memory must be given back.
    package mutating func callbackReturned() -> Bool {
        guard case .inCallback(let count) = state else { return false }
        state = count == 0 ? .over : .referenced(count)
        return count == 0
    }
}
