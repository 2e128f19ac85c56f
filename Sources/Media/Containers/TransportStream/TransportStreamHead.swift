package import StudioCore

/// The beginning of an MPEG transport stream in a file, and what its demuxer needs to read it in sync.
///
/// `tsdemux` of GStreamer 1.22 derives times from clock references. When a stream begins before the first one, it loses
/// the times of the whole file, and decoders count from zero: all streams seem to begin together. When a stream's times
/// are before the first reference, they are lost as well. A cut without encoding (`ffmpeg -ss … -c copy`) begins like this.
package struct TransportStreamHead: Hashable, Sendable {
    /// The bytes to replace, one after the other.
    package private(set) var corrections: [FileCorrection] = []
    /// The time of the first unit of each stream in ticks of 90 kHz, by its packet identifier.
    package private(set) var starts: [Int: Int64] = [:]

    /// The samples that decoders leave out at the start of the first stream of Opus, at 48 kHz; 0 without one. Their results keep the time of
    /// the first sample that is left out.
    package private(set) var opusTrim: Int64 = 0

    /// In bytes. Streams begin at most a few seconds apart.
    private static let longestHead = 4 << 20
    /// A tenth of a second before the first unit, in ticks of 90 kHz.
    private static let lead: Int64 = 9000
    private static let wrap: Int64 = 1 << 33
    /// Clock references are at most 100 ms apart (2.7.2); half a second is not a jump yet.
    private static let longestStep: Int64 = 36_000

    private let form: PacketForm
    private var bytes: [UInt8]
    private var program = TransportProgram()

    /// Reads the beginning; `nil` for other files, and without a program.
    ///
    /// - Parameters:
    ///   - correctsClock: whether the demuxer needs a correct clock.
    ///   - read: returns up to this many bytes at an offset.
    package init?(correctingClock correctsClock: Bool = true, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        guard let form = PacketForm(read(0, PacketForm.searched)) else { return nil }
        self.form = form
        bytes = read(form.start, Self.longestHead)
        let packets = packets
        for packet in packets where !program.isComplete { program.add(packet) }
        guard program.isComplete else { return nil }
        let opus = packets.first { program.types[$0.identifier] == TransportProgram.privateData && $0.opusTrim != nil }
        opusTrim = opus?.opusTrim ?? 0
        correctTypes(packets)
        if correctsClock { correctClock(self.packets) }
    }

    private var packets: [TransportPacket] {
        stride(from: 0, through: bytes.count - form.length, by: form.length).map {
            TransportPacket(bytes[($0 + form.prefix)...].prefix(TransportPacket.length))
        }
    }

    // MARK: Clock

    private mutating func correctClock(_ packets: [TransportPacket]) {
        var (clock, firstUnit): ((index: Int, time: Int64)?, Int?)
        for (index, packet) in packets.enumerated() {
            if clock == nil, packet.identifier == program.clock, let time = packet.clock { clock = (index, time) }
            guard program.types[packet.identifier] != nil, let time = packet.unitTime else { continue }
            firstUnit = firstUnit ?? index
            starts[packet.identifier] = starts[packet.identifier] ?? time
        }
        guard let firstUnit, let any = starts.values.first else { return }
        let first = starts.values.reduce(any, Self.earlier)
        var time = (first - Self.lead + Self.wrap) % Self.wrap
        // The clock never goes back.
        if let clock { time = Self.earlier(time, (clock.time - 1 + Self.wrap) % Self.wrap) }
        if let clock, clock.index <= firstUnit {
            guard Self.earlier(clock.time, first) != clock.time else { return }
            let bytes = Array(packets[clock.index].withClock(time).bytes)
            replace([bytes], at: clock.index)
        } else {
            insert(TransportPacket(clock: time, identifier: program.clock), before: firstUnit, packets)
        }
        fillClock()
    }

    /// Moves packets into the place of the next one that nothing needs.
    private mutating func insert(_ packet: TransportPacket, before index: Int, _ packets: [TransportPacket]) {
        guard let spare = packets.indices.first(where: { isSpare($0, in: packets) }) else { return }
        if spare < index {
            replace(packets[spare + 1..<index].map { Array($0.bytes) } + [Array(packet.bytes)], at: spare)
        } else {
            replace([Array(packet.bytes)] + packets[index..<spare].map { Array($0.bytes) }, at: index)
        }
    }

    /// Whether a packet is of another kind, or of a table that was sent before.
    private func isSpare(_ index: Int, in packets: [TransportPacket]) -> Bool {
        let identifier = packets[index].identifier
        guard program.types[identifier] == nil, identifier != program.clock else { return false }
        return !program.needs(identifier)
            || packets[..<index].contains { $0.identifier == identifier && $0.section != nil }
    }

    /// A jump of the clock would begin another time line. Tables that were sent before become clock references on the way.
    private mutating func fillClock() {
        let packets = packets
        let clocks = packets.indices.filter { packets[$0].identifier == program.clock && packets[$0].clock != nil }
        guard clocks.count > 1, let time = packets[clocks[0]].clock, let next = packets[clocks[1]].clock else { return }
        let (first, count) = (clocks[0], Int64(clocks[1] - clocks[0]))
        let distance = (next - time + Self.wrap) % Self.wrap
        guard distance > Self.longestStep, distance < Self.wrap / 2 else { return }
        for index in first + 1..<clocks[1] where isSpare(index, in: packets) {
            let between = (time + distance * Int64(index - first) / count) % Self.wrap
            replace([Array(TransportPacket(clock: between, identifier: program.clock).bytes)], at: index)
        }
    }

    private mutating func replace(_ packets: [[UInt8]], at index: Int) {
        var (result, position) = ([UInt8](), index * form.length)
        for packet in packets {
            result += bytes[position..<position + form.prefix] + packet
            result += bytes[position + form.prefix + packet.count..<position + form.length]
            position += form.length
        }
        let start = index * form.length
        bytes.replaceSubrange(start..<start + result.count, with: result)
        corrections.append(FileCorrection(offset: form.start + start, bytes: result))
    }

    /// The earlier of two times that may be on different sides of a wrap.
    private static func earlier(_ one: Int64, _ other: Int64) -> Int64 {
        (other - one + wrap) % wrap < wrap / 2 ? one : other
    }

    // MARK: Types

    /// ffmpeg announces AAC in the form of Blu-ray discs as private data, which demuxers skip.
    private mutating func correctTypes(_ packets: [TransportPacket]) {
        let private6 = program.types.filter { $0.value == TransportProgram.privateData }.map(\.key)
        let aac = Set(
            private6.filter { identifier in
                packets.first { $0.identifier == identifier && $0.unitTime != nil }?.hasADTS ?? false
            })
        guard !aac.isEmpty else { return }
        for (index, packet) in packets.enumerated() where packet.identifier == program.map {
            if let corrected = packet.withTypes(TransportProgram.adts, of: aac) {
                replace([Array(corrected.bytes)], at: index)
            }
        }
    }
}

/// How packets lie in a file.
struct PacketForm: Hashable, Sendable {
    /// The first packet.
    let start: Int
    /// The distance of packets, and what precedes each.
    let length, prefix: Int

    static let searched = 204 * 6
    private static let synchronization: UInt8 = 0x47

    /// ISO/IEC 13818-1, with arrival times in front (Blu-ray, cameras), with error correction behind.
    private static let forms = [(length: 188, prefix: 0), (length: 192, prefix: 4), (length: 204, prefix: 0)]

    init?(_ bytes: [UInt8]) {
        for (length, prefix) in Self.forms {
            let start = (0..<length).first { start in
                let positions = stride(from: start + prefix, to: bytes.count, by: length)
                return positions.underestimatedCount > 3 && positions.allSatisfy { bytes[$0] == Self.synchronization }
            }
            guard let start else { continue }
            (self.start, self.length, self.prefix) = (start, length, prefix)
            return
        }
        return nil
    }
}
