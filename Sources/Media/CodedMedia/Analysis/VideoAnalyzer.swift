package import StudioCore

/// Analyses the received frames of a session: numbers, colours, damage and delay.
package struct VideoAnalyzer: Sendable {
    /// A damaged frame.
    package struct Damage: Hashable, Sendable {
        /// Its index among all received frames, from 0.
        package let index: Int
        /// Its number; `nil` when unreadable.
        package let number: UInt32?
        package let time: Double
        /// The share of the constant parts of the card that is wrong, 0 to 1.
        package let share: Double
        /// The numbers of the two parts of a torn frame, the older one first.
        package var torn: [UInt32]?
    }

    /// The time from when a frame was due until it arrived.
    package struct Delay: Hashable, Sendable {
        package let time: Double
        package let milliseconds: Double
    }

    /// All received frames, with or without a number.
    package private(set) var count = 0
    package private(set) var sequence = FrameSequence()
    /// The session of the first readable frame.
    package private(set) var session: CodedSession?
    /// Frames of other sessions, by session name.
    package private(set) var foreign: [String: Int] = [:]
    package private(set) var damaged: [Damage] = []
    package private(set) var unreadable: [Damage] = []
    /// The presentation times of the session's frames; `nil` before the first readable frame.
    package private(set) var presentationTimes: PresentationTimes?
    /// The presentation time of each frame, in seconds.
    package private(set) var times: [Double] = []
    package private(set) var delays: [Delay] = []
    /// The position of the card and the size of the frame.
    package private(set) var area: CardPlacement?
    package private(set) var size = (width: 0, height: 0)
    private var reader = CodedFrameReader()
    private var colors: ColorAnalyzer?
    private var check: CardCheck?

    /// A frame with a larger wrong share is damaged. Compression affects edges by less.
    private static let minimumDamage = 0.01
    /// In pixels. Marks with smaller cells may be unreadable without damage.
    private static let minimumCell = 2.0
    /// Older frames were recorded, or the clocks differ.
    private static let longestDelay = 600_000

    package init() {}

    package var colorFinding: ColorFinding? { colors?.finding }

    /// Adds the next frame in presentation order.
    ///
    /// - Parameter arrival: the arrival time in milliseconds since 1970; `nil` when it is not meaningful.
    package mutating func add(_ frame: FrameView, at time: MediaTime, arrival: Int64?) {
        add(frame, read(frame), at: time, arrival: arrival)
    }

    /// Reads the marks of the next frame.
    mutating func read(_ frame: FrameView) -> CodedReading? { reader.read(frame) }

    /// Adds the next frame, whose marks were read.
    mutating func add(_ frame: FrameView, _ reading: CodedReading?, at time: MediaTime, arrival: Int64?) {
        defer { count += 1 }
        times.append(time.seconds)
        size = (frame.width, frame.height)
        guard let reading else {
            sequence.interrupt(at: time)
            unreadable.append(Damage(index: count, number: nil, time: time.seconds, share: 1))
            return
        }
        let session = self.session ?? begin(reading.session)
        guard reading.session.isSame(as: session) else {
            foreign[reading.session.name, default: 0] += 1
            presentationTimes?.addForeign(at: time.seconds)
            sequence.interrupt(at: time)
            return
        }
        sequence.add(reading.number, at: time)
        // A torn frame shows two moments.
        if !reading.isTorn { presentationTimes?.add(reading.number, at: time.seconds) }
        area = reading.area
        look(at: frame, reading, time)
        if let arrival { measureDelay(reading, arrival, time) }
    }

    /// Ends the stream.
    package mutating func end() { sequence.end() }

    private mutating func begin(_ session: CodedSession) -> CodedSession {
        self.session = session
        presentationTimes = PresentationTimes(rate: session.rate)
        sequence = FrameSequence(rate: session.rate)
        return session
    }

    private mutating func look(at frame: FrameView, _ reading: CodedReading, _ time: MediaTime) {
        if check?.fits(frame, reading.area) != true {
            check = CardCheck(reading.session, area: reading.area, frame: frame)
        }
        let share = check?.damage(of: frame) ?? 0
        if share > Self.minimumDamage || lacksMark(reading) || reading.isTorn {
            let torn = reading.olderNumber.map { [$0, reading.number] }
            damaged.append(
                Damage(index: count, number: reading.number, time: time.seconds, share: share, torn: torn))
        }
        var colors = colors ?? ColorAnalyzer(isPortrait: reading.session.width < reading.session.height)
        // Moved out of the optional, so that it is mutated in place.
        self.colors = nil
        colors.add(frame, card: reading.area)
        self.colors = colors
    }

    /// Whether a visible mark should be readable and is not.
    private func lacksMark(_ reading: CodedReading) -> Bool {
        let grid = CardGrid(width: reading.session.width, height: reading.session.height)
        let cell = min(reading.area.width / Double(grid.columns), reading.area.height / Double(grid.rows))
        return reading.readableMarks < reading.visibleMarks && cell >= Self.minimumCell
    }

    private mutating func measureDelay(_ reading: CodedReading, _ arrival: Int64, _ time: MediaTime) {
        guard let origin = reading.session.origin else { return }
        let period = Int64(CodedSession.originPeriod)
        let elapsed = MediaTime(count: Int64(reading.number), rate: reading.session.rate)
        let due = Int64(origin) + elapsed.nanoseconds / 1_000_000
        let delay = ((arrival - due) % period + period) % period
        // Synchronised clocks agree to a few milliseconds, so small negative delays count as zero.
        let signed = delay > period - 1000 ? delay - period : delay
        guard signed <= Int64(Self.longestDelay) else { return }
        delays.append(Delay(time: time.seconds, milliseconds: Double(signed)))
    }
}

extension CodedSession {
    /// Whether it is the same session; the origin may differ.
    func isSame(as other: CodedSession) -> Bool {
        identity == other.identity && width == other.width && height == other.height && rate == other.rate
    }
}
