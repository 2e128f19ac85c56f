/// Checks of MP4 files from the standards: ISO/IEC 14496-12 and 14496-15.
extension BoxFile {
    /// What is wrong with a file that psstudio has written, one line each.
    ///
    /// - Parameters:
    ///   - isFull: whether the video has full range.
    ///   - rate: a numerator and a denominator, if every frame lasts equally long.
    package func faults(isFull: Bool = false, rate: (Int, Int)? = nil) throws -> [String] {
        let isFragmented = boxes.contains { $0.type == "moof" }
        let tracks = try tracks
        var faults = tracks.isEmpty ? ["no track"] : []
        if boxes.first?.type != "ftyp" { faults.append("it starts with '\(boxes.first?.type ?? "")'") }
        for track in tracks {
            faults += track.descriptionFaults(isFull: isFull)
            if track.handler == "vide" { faults += track.timeFaults(rate) }
            if !isFragmented { faults += track.tableFaults(in: self) }
        }
        return faults
    }
}

extension BoxTrack {
    fileprivate func descriptionFaults(isFull: Bool) -> [String] {
        guard descriptions.count == 1 else { return ["\(handler): \(descriptions.count) sample descriptions"] }
        guard handler == "vide" else { return descriptions == ["mp4a"] ? [] : ["audio is \(descriptions)"] }
        return configurationFaults + colorFaults(isFull: isFull)
    }

    /// 14496-15, 5.3.3.1.2.
    private var configurationFaults: [String] {
        guard let bytes = content("avcC"), bytes.count > 8 else { return ["no avcC"] }
        return AVCConfigurationFaults.of(bytes)
    }

    /// 14496-12, 12.1.5: `nclx`, primaries, transfer and matrix of BT.709, and the range.
    private func colorFaults(isFull: Bool) -> [String] {
        let expected = Array("nclx".utf8) + [0, 1, 0, 1, 0, 1, isFull ? 0x80 : 0]
        return content("colr") == expected ? [] : ["colr is \(content("colr") ?? []), not \(expected)"]
    }

    /// Fragmented files have no durations in their index.
    fileprivate func timeFaults(_ rate: (Int, Int)?) -> [String] {
        var faults = timescale < 10_000 ? ["time scale \(timescale)"] : []
        guard let (numerator, denominator) = rate else { return faults }
        if timescale * denominator % numerator != 0 {
            faults.append("time scale \(timescale) for \(numerator)/\(denominator) frames a second")
        }
        if durations.contains(where: { $0.duration * numerator != timescale * denominator }) {
            faults.append("durations \(durations) at a time scale of \(timescale)")
        }
        return faults
    }

    fileprivate func tableFaults(in file: BoxFile) -> [String] {
        var faults: [String] = []
        let count = durations.reduce(0) { $0 + $1.count }
        if count != sizes.count { faults.append("\(handler): \(count) durations of \(sizes.count) samples") }
        if durations.contains(where: { $0.duration == 0 }) { faults.append("\(handler): a sample lasts no time") }
        if handler == "vide", keySamples?.first ?? 1 != 1 { faults.append("the first frame is no key frame") }
        guard let media = file.boxes.first(where: { $0.type == "mdat" }) else { return faults + ["no mdat"] }
        let range = media.offset..<media.offset + media.content.count
        if chunks.isEmpty { faults.append("\(handler): chunks and samples differ") }
        if chunks.contains(where: { $0.lowerBound < range.lowerBound || $0.upperBound > range.upperBound }) {
            faults.append("\(handler): a chunk is outside of mdat")
        }
        return faults
    }
}

/// Checks of a decoder configuration record, which MP4, Matroska and FLV contain.
package enum AVCConfigurationFaults {
    /// 14496-15, 5.3.3.1.2: behind the parameter sets, High profile has four bytes.
    package static func of(_ bytes: [UInt8]) -> [String] {
        guard bytes.count > 8, bytes[0] == 1 else { return ["the decoder configuration has \(bytes.count) bytes"] }
        var position = 5
        for mask: UInt8 in [0x1F, 0xFF] {
            guard position < bytes.count else { return ["the decoder configuration ends in its parameter sets"] }
            let count = bytes[position] & mask
            position += 1
            for _ in 0..<count {
                guard position + 2 <= bytes.count else { return ["the decoder configuration ends in a parameter set"] }
                position += 2 + Int(bytes[position]) << 8 + Int(bytes[position + 1])
            }
        }
        let (rest, isHigh) = (Array(bytes.dropFirst(position)), [100, 110, 122, 144].contains(bytes[1]))
        let expected: [UInt8] = isHigh ? [0xFD, 0xF8, 0xF8, 0] : []
        return rest == expected ? [] : ["the decoder configuration of profile \(bytes[1]) ends with \(rest)"]
    }
}
