import Foundation

/// Measures the flashes and beeps of the test pattern, in seconds of the file's time line.
package struct SyncMeasurement: Sendable {
    package let flashes: [Double]
    package let beeps: [Double]

    /// The level at which a beep starts: a third of the tone's −12 dBFS, above the codec's pre-echo.
    private static let onset: Int16 = 2_700
    /// The minimum silence before a new beep.
    private static let silence = 0.3

    /// The part of the pattern that flashes.
    package static let patternBox = "iw/6:ih/6:iw*5/12:ih/4"

    /// - Parameter crop: the part of the frame that flashes.
    package init(_ path: String, crop: String = patternBox) throws {
        flashes = try Self.flashes(path, crop: crop)
        beeps = try Self.beeps(path)
    }

    /// The offset of each beep from the nearest flash, in seconds: positive when audio is late.
    package var offsets: [Double] {
        flashes.map { flash in
            beeps.map { $0 - flash }.min { abs($0) < abs($1) } ?? .infinity
        }
    }

    /// The times at which the box becomes bright: the average luma of the crop, frame by frame.
    package static func flashes(_ path: String, crop: String) throws -> [Double] {
        let levels = try brightness(path, crop: crop)
        let atOnce = levels.prefix(1).filter { $0.level >= 200 }.map(\.time)
        return atOnce
            + zip(levels, levels.dropFirst()).compactMap { before, after in
                before.level < 200 && after.level >= 200 ? after.time : nil
            }
    }

    /// The time and the average luma of each frame's crop.
    package static func brightness(_ path: String, crop: String) throws -> [(time: Double, level: Double)] {
        let output = try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", "0:v", "-vf",
                "crop=\(crop),signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-", "-fps_mode", "passthrough",
                "-f", "null", "-",
            ])
        var result: [(Double, Double)] = []
        var time = Double.nan
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            if let range = line.range(of: "pts_time:") {
                time = Double(line[range.upperBound...].prefix { $0 != " " }) ?? .nan
            } else if let range = line.range(of: "YAVG=") {
                result.append((time, Double(line[range.upperBound...]) ?? .nan))
            }
        }
        return result
    }

    /// The times of the first loud sample after silence, with sample precision.
    package static func beeps(_ path: String) throws -> [Double] {
        // Each decoded sample has the time of its audio frame: nothing is resampled, filled or trimmed.
        let frames = try MediaProbe(path, isWhole: false).audioFrames
        let data = try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"])
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let rate = 48_000.0
        var result: [Double] = []
        var lastLoud = -Double.infinity
        var first = 0
        for frame in frames {
            let count = frame.nb_samples ?? 0
            for sample in 0..<count where first + sample < samples.count {
                guard abs(Int(samples[first + sample])) > Int(onset) else { continue }
                let time = frame.time + Double(sample) / rate
                if time - lastLoud > silence { result.append(time) }
                lastLoud = time
            }
            first += count
        }
        return result
    }
}
