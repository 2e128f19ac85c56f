package import StudioCore

/// Diagnoses audio: windows of half a second, the beginnings of blocks, and the pace. Used by one thread at a time.
package struct AudioDiagnosis: Sendable {
    /// The longest block that is not a whole file, in seconds.
    static let longestBlock = 2
    /// The length of a window in seconds is 1 / this.
    package static let windowsPerSecond = 2

    var confirmation = Confirmation()
    private var window: [Int16] = []
    private var format = AudioFormat.program
    /// The number of the window, which the sampler counts.
    private var number = 0

    package init() {
        window.reserveCapacity(48_000)
    }

    /// Adds a block of a window.
    ///
    /// - Parameters:
    ///   - bytes: whole samples.
    ///   - format: the declared format.
    ///   - place: the window of the block, and the block's first sample in it. Windows with a missing block are not
    ///     judged.
    package mutating func add(
        _ bytes: UnsafeRawBufferPointer, _ format: AudioFormat, at place: AudioWindowPlace
    ) -> [StudioError] {
        var found: [StudioError] = []
        if let offset = Self.headerOffset(bytes), confirmation.count(.contentFileHeader, true, needed: 1) {
            found.append(Self.fileHeader(offset))
        }
        let channels = Int(format.channels)
        if place.number != number || place.offset == 0 {
            window.removeAll(keepingCapacity: true)
            (number, self.format) = (place.number, format)
        }
        guard format == self.format, window.count == place.offset * channels else { return found }
        let needed = Int(format.sampleRate) / Self.windowsPerSecond * channels
        for sample in bytes.bindMemory(to: Int16.self).prefix(needed - window.count) {
            window.append(Int16(littleEndian: sample))
        }
        if window.count >= needed {
            found += judge(channels)
            window.removeAll(keepingCapacity: true)
            number = -1
        }
        return found
    }

    /// Judges the length of a block.
    package mutating func judge(block samples: Int, _ format: AudioFormat) -> StudioError? {
        guard samples > Self.longestBlock * Int(format.sampleRate),
            confirmation.count(.contentWholeFile, true, needed: 1)
        else { return nil }
        let seconds = NumberText.tenths(Double(samples) / Double(format.sampleRate))
        return StudioError(
            .contentWholeFile, "a block has \(seconds) s of audio; a block plays from the time of its call",
            hint: "send blocks of 10 or 20 ms, each at its time")
    }

    private mutating func judge(_ channels: Int) -> [StudioError] {
        let values = window.withUnsafeBufferPointer { AudioStatistics($0) }
        let evidence = AudioEvidence(values, channels: channels)
        // Other mistakes make noise, which may be at both ends of the range.
        let overflow = evidence.isFormatWrong ? nil : window.withUnsafeBufferPointer { AudioOverflow($0, channels) }
        var found = judge(values, evidence, channels)
        if let overflow { found += judge(overflow) }
        return found
    }

    private mutating func judge(
        _ values: AudioStatistics, _ evidence: AudioEvidence, _ channels: Int
    ) -> [StudioError] {
        var found: [StudioError] = []
        func check(_ rule: Rule, _ verdict: Bool?, _ message: @autoclosure () -> String, hint: String) {
            if confirmation.count(rule, verdict) { found.append(StudioError(rule, message(), hint: hint)) }
        }
        check(
            .contentFloatSamples, evidence.areFloats,
            "\(NumberText.percent(values.floats)) of the 4-byte words are floating-point numbers between -2 and 2",
            hint: "convert the samples to signed 16-bit integers")
        let apart = channels == 1 ? (values.inside + values.between) / 2 : values.twoApart
        let roughness = NumberText.tenths(apart / max(1, values.variance))
        let swapped = channels == 1 ? values.swappedOneApart : values.swappedTwoApart
        check(
            .contentByteOrder, evidence.isByteSwapped,
            "the samples are noise (roughness \(roughness)), with their bytes swapped they are not "
                + "(\(NumberText.tenths(swapped / max(1, values.swappedVariance))))",
            hint: "send the low byte of each sample first")
        check(
            .contentStereoAsMono, evidence.isStereo,
            "samples of a mono block alternate between two signals: the difference of neighbours is "
                + "\(NumberText.tenths((apart / max(1, values.twoApart)).squareRoot())) times that of samples two apart, "
                + "\(NumberText.percent(max(values.smallerInside, values.largerInside))) of them are closest to one partner",
            hint: "declare stereo, or mix to mono")
        check(
            .contentMonoAsStereo, evidence.isMono,
            "\(NumberText.percent(values.monotonic)) of the right samples lie between two left ones: left and right are "
                + "successive samples of one signal",
            hint: "declare mono, or send each sample twice")
        return found
    }

    // MARK: File header

    /// Searched bytes: the whole block, but a whole file only at its beginning.
    private static let searched = 192_000

    /// The offset of `RIFF….WAVEfmt ` in bytes.
    static func headerOffset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let end = min(bytes.count, searched) - 16
        guard end >= 0 else { return nil }
        func holds(_ text: StaticString, at offset: Int) -> Bool {
            text.withUTF8Buffer { text in
                for index in 0..<text.count where bytes[offset + index] != text[index] { return false }
                return true
            }
        }
        let first = UInt8(ascii: "R")
        for offset in 0...end where bytes[offset] == first {
            if holds("RIFF", at: offset), holds("WAVE", at: offset + 8) { return offset }
        }
        return nil
    }

    private static func fileHeader(_ offset: Int) -> StudioError {
        StudioError(
            .contentFileHeader, "the header of a WAV file, RIFF…WAVE, is at byte \(offset) of a block",
            hint: "skip the bytes up to the end of 'data' and its length, 44 in most files")
    }
}

/// The place of a block in the sampled windows.
package struct AudioWindowPlace: Hashable, Sendable {
    /// The number of the window, from 1.
    package var number: Int
    /// The first sample of the block in it, per channel.
    package var offset: Int
}
