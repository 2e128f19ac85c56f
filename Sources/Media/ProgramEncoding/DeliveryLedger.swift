import StudioCore

/// Counts the units offered to an output and their fate, for each track: offered = taken + lost + pending.
///
/// A unit is pending from the moment it is offered. Its connection reports it as taken or lost. When the connection
/// ends, all pending units are lost, and its later reports are ignored.
package struct DeliveryLedger: Hashable, Sendable {
    package enum Track: Hashable, Sendable, CaseIterable {
        case video
        case audio
    }

    /// One connection attempt of an output.
    package struct ConnectionID: Hashable, Sendable {
        fileprivate let value: Int
    }

    /// The units of one track.
    package struct Units: Hashable, Sendable {
        package fileprivate(set) var offered = 0
        package fileprivate(set) var taken = 0
        package fileprivate(set) var lost = 0

        package var pending: Int { offered - taken - lost }

        fileprivate mutating func loseTaken() {
            lost += taken
            taken = 0
        }
    }

    package private(set) var video = Units()
    package private(set) var audio = Units()
    /// The connection that may report.
    package private(set) var connection = ConnectionID(value: 0)

    package init() {}

    /// Records a new unit.
    package mutating func offer(_ track: Track) {
        update(track) { $0.offered += 1 }
    }

    /// The peer has taken a pending unit.
    package mutating func take(_ track: Track, by connection: ConnectionID) {
        guard connection == self.connection else { return }
        update(track) { if $0.pending > 0 { $0.taken += 1 } }
    }

    /// A pending unit was dropped.
    package mutating func lose(_ track: Track, by connection: ConnectionID) {
        guard connection == self.connection else { return }
        update(track) { if $0.pending > 0 { $0.lost += 1 } }
    }

    /// The connection has ended properly: its remaining units count as taken. An element may retain the last unit.
    package mutating func completeConnection(_ connection: ConnectionID) {
        guard connection == self.connection else { return }
        video.taken += video.pending
        audio.taken += audio.pending
        endConnection()
    }

    /// This connection has failed: its units are lost. Later units are pending until the next connection.
    package mutating func endConnection(_ connection: ConnectionID) {
        if connection == self.connection { endConnection() }
    }

    /// The current connection has ended: its units are lost.
    package mutating func endConnection() {
        video.lost += video.pending
        audio.lost += audio.pending
        connection = ConnectionID(value: connection.value + 1)
    }

    /// The taken units are gone, and cannot be read any more.
    package mutating func loseTaken() {
        video.loseTaken()
        audio.loseTaken()
    }

    private mutating func update(_ track: Track, _ body: (inout Units) -> Void) {
        switch track {
        case .video: body(&video)
        case .audio: body(&audio)
        }
    }
}
