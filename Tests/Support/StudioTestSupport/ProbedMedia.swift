import Foundation

/// The part of `psstudio probe --json` that tests use.
package struct ProbedMedia: Decodable, Sendable {
    package struct Session: Decodable, Sendable {
        package let identity: String
        package let width: Int
        package let height: Int
        package let rate: String
    }

    package struct FrameEvent: Decodable, Sendable {
        package let number: Int?
        package let time: Double
        package let duration: Double?
        package let share: Double?
        package let torn: [Int]?
    }

    package struct Video: Decodable, Sendable {
        package let count: Int
        package let readable: Int
        package let lowest: Int?
        package let highest: Int?
        package let missing: Int
        package let missingNumbers: [[Int]]
        package let repeated: [FrameEvent]
        package let outOfOrder: [FrameEvent]
        package let frozen: [FrameEvent]
        package let damaged: [FrameEvent]
        package let unreadable: [FrameEvent]
        package let width: Int
        package let height: Int
        package let visibleWidth: Double?
        package let visibleHeight: Double?
        package let scaleX: Double?
        package let scaleY: Double?
        package let clockError: Double?
        package let firstDelay: Double?

        /// Every missing number.
        package var missingList: [Int] { missingNumbers.flatMap { Array($0[0]...$0[1]) } }
    }

    package struct AudioEvent: Decodable, Sendable {
        package let kind: String
        package let time: Double
        package let milliseconds: Double
    }

    package struct Audio: Decodable, Sendable {
        package let marks: Int
        package let gaps: [AudioEvent]
        package let overlaps: [AudioEvent]
        package let clippedSamples: Int
        package let clockError: Double?
        package let ends: Double?
    }

    package struct Point: Decodable, Sendable {
        package let time: Double
        package let value: Double
    }

    package struct Sync: Decodable, Sendable {
        package let from: Double
        package let to: Double
        package let start: Double
        package let end: Double
        package let worst: Double
        package let drift: Double?
        package let timeSeries: [Point]
    }

    package struct Stretch: Decodable, Sendable {
        package let begins: Double
        package let ends: Double
    }

    package struct Part: Decodable, Sendable {
        package let number: Int
        package let session: Session
        package let begins: Double
        package let ends: Double
        package let frames: Int
        package let lowest: Int
        package let highest: Int
        package let missing: Int
        package let covered: Int
        package let repeated: Int
        package let outOfOrder: Int
        package let damaged: Int
        package let unreadable: Int
        package let foreign: Int
        package let marks: Int
        package let gaps: [AudioEvent]
        package let overlaps: [AudioEvent]
        package let sync: Sync?

        /// Whether all its frames arrived once, in order and undamaged, and its audio without a gap.
        package var isWhole: Bool {
            missing + repeated + outOfOrder + damaged + unreadable + foreign == 0 && gaps.isEmpty && overlaps.isEmpty
        }
    }

    package struct Color: Decodable, Sendable {
        package let range: String?
        package let expectedRange: String?
        package let matrix: String?
        package let isAsSignalled: Bool
        package let lumaError: Double
        package let chromaError: Double
    }

    package struct Stream: Decodable, Sendable {
        package let kind: String
        package let codec: String
        package let width: Int?
        package let height: Int?
        package let units: Int
        package let bitrate: Double?
    }

    package struct Delay: Decodable, Sendable {
        package let median: Double
        package let worst: Double
    }

    package struct Finding: Decodable, Sendable {
        package let kind: String
        package let message: String
    }

    package struct Budget: Decodable, Sendable {
        package let name: String
        package let measured: Double?
        package let isMet: Bool
    }

    package let source: String
    package let parts: [Part]?
    package let unmarked: [Stretch]?
    package let session: Session?
    package let video: Video?
    package let audio: Audio?
    package let sync: Sync?
    package let color: Color?
    package let streams: [Stream]
    package let delay: Delay?
    package let interruption: String?
    package let findings: [Finding]
    package let budgets: [Budget]
    package let verdict: String
    package let exitCode: Int32

    /// Probes a file with the built program.
    ///
    /// - Throws: a ``TestFailure`` when it printed no report.
    package init(_ source: String, _ arguments: [String] = []) throws {
        self = try StudioProgram.run(["probe", source, "--json"] + arguments).probed
    }
}

extension StudioProgram.Outcome {
    /// The report of a probe.
    package var probed: ProbedMedia {
        get throws {
            do {
                return try JSONDecoder().decode(ProbedMedia.self, from: output)
            } catch {
                throw TestFailure("no report: \(error)\n\(outputText)\n\(errors)")
            }
        }
    }
}
