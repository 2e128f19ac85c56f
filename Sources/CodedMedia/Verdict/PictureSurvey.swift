package import StudioCore

/// What became of the pictures of a run: their numbers, their colours, and what is damaged.
package struct PictureSurvey: Sendable {
    /// A picture that is not what it should be.
    package struct Damage: Hashable, Sendable {
        /// Its place among all pictures that arrived, from 0.
        package let index: Int
        /// Its number; `nil` where it could not be read.
        package let number: UInt32?
        package let time: Double
        /// Which share of what never changes on the card is wrong, 0 to 1.
        package let share: Double
        /// The numbers of the two parts of a torn one, the older one first.
        package var torn: [UInt32]?
    }

    /// How long a picture took from when it was due until it arrived.
    package struct Delay: Hashable, Sendable {
        package let time: Double
        package let milliseconds: Double
    }

    /// All pictures that arrived, with or without a number.
    package private(set) var count = 0
    package private(set) var sequence = PictureSequence()
    /// The run of the first picture that could be read.
    package private(set) var run: CodedRun?
    /// Pictures of other runs, by their names.
    package private(set) var foreign: [String: Int] = [:]
    package private(set) var damaged: [Damage] = []
    package private(set) var unreadable: [Damage] = []
    /// When the run's pictures were shown; `nil` until one could be read.
    package private(set) var showings: PictureShowings?
    /// When each picture was shown, in seconds.
    package private(set) var times: [Double] = []
    package private(set) var delays: [Delay] = []
    /// Where the card lies, and on pictures of which size.
    package private(set) var area: PictureArea?
    package private(set) var size = (width: 0, height: 0)
    private var reader = CodedPictureReader()
    private var colors: ColorSurvey?
    private var check: CardCheck?

    /// A picture with more of it wrong is damaged: less is what compression does to edges.
    private static let leastDamage = 0.01
    /// In pixels: the marks of smaller cells may be unreadable without any damage.
    private static let leastCell = 2.0
    /// Older pictures were recorded, or the clocks differ.
    private static let longestDelay = 600_000

    package init() {}

    package var colorFinding: ColorFinding? { colors?.finding }

    /// The next picture that is shown.
    ///
    /// - Parameter arrival: when it arrived, in milliseconds since 1970; `nil` where that says nothing.
    package mutating func add(_ picture: PictureView, at time: MediaTime, arrival: Int64?) {
        defer { count += 1 }
        times.append(time.seconds)
        size = (picture.width, picture.height)
        guard let reading = reader.read(picture) else {
            sequence.interrupt(at: time)
            unreadable.append(Damage(index: count, number: nil, time: time.seconds, share: 1))
            return
        }
        let run = self.run ?? begin(reading.run)
        guard reading.run.isSame(as: run) else {
            foreign[reading.run.name, default: 0] += 1
            showings?.addForeign(at: time.seconds)
            sequence.interrupt(at: time)
            return
        }
        sequence.add(reading.number, at: time)
        // A torn picture shows two moments.
        if !reading.isTorn { showings?.add(reading.number, at: time.seconds) }
        area = reading.area
        look(at: picture, reading, time)
        if let arrival { measureDelay(reading, arrival, time) }
    }

    /// Says that nothing follows.
    package mutating func end() { sequence.end() }

    private mutating func begin(_ run: CodedRun) -> CodedRun {
        self.run = run
        showings = PictureShowings(rate: run.rate)
        sequence = PictureSequence(rate: run.rate)
        return run
    }

    private mutating func look(at picture: PictureView, _ reading: CodedReading, _ time: MediaTime) {
        if check?.fits(picture, reading.area) != true {
            check = CardCheck(reading.run, area: reading.area, picture: picture)
        }
        let share = check?.damage(of: picture) ?? 0
        if share > Self.leastDamage || lacksMark(reading) || reading.isTorn {
            let torn = reading.olderNumber.map { [$0, reading.number] }
            damaged.append(
                Damage(index: count, number: reading.number, time: time.seconds, share: share, torn: torn))
        }
        var colors = colors ?? ColorSurvey(isUpright: reading.run.width < reading.run.height)
        // Taken out meanwhile, so that it is changed in place.
        self.colors = nil
        colors.add(picture, card: reading.area)
        self.colors = colors
    }

    /// Whether a mark is on the picture that should be readable and is not.
    private func lacksMark(_ reading: CodedReading) -> Bool {
        let grid = CardGrid(width: reading.run.width, height: reading.run.height)
        let cell = min(reading.area.width / Double(grid.columns), reading.area.height / Double(grid.rows))
        return reading.readableMarks < reading.visibleMarks && cell >= Self.leastCell
    }

    private mutating func measureDelay(_ reading: CodedReading, _ arrival: Int64, _ time: MediaTime) {
        guard let origin = reading.run.origin else { return }
        let period = Int64(CodedRun.originPeriod)
        let elapsed = MediaTime(count: Int64(reading.number), rate: reading.run.rate)
        let due = Int64(origin) + elapsed.nanoseconds / 1_000_000
        let delay = ((arrival - due) % period + period) % period
        // Clocks that agree are right to a few milliseconds: a little less than nothing is nothing.
        let signed = delay > period - 1000 ? delay - period : delay
        guard signed <= Int64(Self.longestDelay) else { return }
        delays.append(Delay(time: time.seconds, milliseconds: Double(signed)))
    }
}

extension CodedRun {
    /// Whether it is the same run: its origin may move.
    func isSame(as other: CodedRun) -> Bool {
        identity == other.identity && width == other.width && height == other.height && rate == other.rate
    }
}
