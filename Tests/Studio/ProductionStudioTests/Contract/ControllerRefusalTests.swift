import ProductionStudio
import StudioCore
import Testing

@Suite("Rejected starts: environment first, arguments last")
struct ControllerRefusalTests {
    private typealias Conditions = ControllerStateMachine.StartConditions

    /// The possible errors, in the contract's order of checks.
    private struct Faults {
        var isOutside = false
        var isUnsupported = false
        var lacksPermission = false
        var isRunning = false
        var lacksDelegate = false
        var size: (width: Int32, height: Int32) = (640, 360)
        var format = FrameDataFormat.i420Full
        var injected: StudioError.Code?

        var expected: (Rule, StudioError.Code)? {
            let sizeIsBad = size.width <= 0 || size.height <= 0
            let sizeIsOdd = size.width & 1 == 1 || size.height & 1 == 1
            let ordered: [(Bool, Rule, StudioError.Code)] = [
                (isOutside, .startOutsideMeeting, .notInMeeting),
                (isUnsupported, .startUnsupported, .unsupportedFeature),
                (lacksPermission, .startWithoutPermission, .noPermission),
                (isRunning, .startTwice, .wrongUsage),
                (lacksDelegate, .startWithoutDelegate, .wrongUsage),
                (sizeIsBad, .startSizeNotPositive, .invalidParameter),
                (sizeIsOdd, .startSizeOdd, .invalidParameter),
                (size.width > 3840 || size.height > 2160, .startSizeTooLarge, .invalidParameter),
                (format != .i420Full && format != .i420Limited, .startFormatUnknown, .invalidParameter),
                (injected != nil, .startFailureInjected, injected ?? .success),
            ]
            return ordered.first { $0.0 }.map { ($0.1, $0.2) }
        }
    }

    private static let sizes: [(width: Int32, height: Int32)] = [
        (640, 360), (0, 360), (640, 0), (-2, 360), (640, -1), (641, 360), (640, 361), (3842, 2160), (3840, 2162),
        (3841, 2161), (.min, .max), (.max, .max),
    ]

    @Test("PS-START-014 every combination of causes is rejected with the first one in the contract's order")
    func order() {
        for bits in 0..<32 {
            for size in Self.sizes {
                for format in [FrameDataFormat.i420Full, .i420Limited, .unknown(7)] {
                    for injected in [nil, StudioError.Code.serviceFailed] {
                        let faults = Faults(
                            isOutside: bits & 1 != 0, isUnsupported: bits & 2 != 0, lacksPermission: bits & 4 != 0,
                            isRunning: bits & 8 != 0, lacksDelegate: bits & 16 != 0, size: size, format: format,
                            injected: injected)
                        check(faults)
                    }
                }
            }
        }
    }

    private func check(_ faults: Faults) {
        var machine = Subject(in: faults.isRunning ? .sending : .idle).machine
        let before = machine.state
        var conditions = Conditions()
        conditions.inMeeting = !faults.isOutside
        conditions.isSupported = !faults.isUnsupported
        conditions.hasPermission = !faults.lacksPermission
        conditions.hasDelegate = !faults.lacksDelegate
        conditions.injectedFailure = faults.injected
        let capability = VideoCapability(
            width: faults.size.width, height: faults.size.height, format: faults.format)
        switch (machine.start(capability, under: conditions), faults.expected) {
        case (.scheduleAnswer, nil):
            break
        case (.refuse(let error), let (rule, code)?):
            if error.rule != rule || error.code != code || machine.state != before {
                Issue.record("\(faults): \(error), expected \(rule)")
            }
        case (let action, let expected):
            Issue.record("\(faults): \(action), expected \(String(describing: expected))")
        }
    }

    @Test("an odd size is reported with the nearest even one")
    func oddSizeHint() throws {
        let error = try refusal(VideoCapability(width: 1367, height: 769))
        #expect(error.hint == "I420 needs even sizes: scale or crop to 1366x768")
        #expect(error.message == "declared 1367x769")
    }

    @Test("the size limit is configurable")
    func sizeLimit() throws {
        var conditions = Conditions()
        (conditions.maximumWidth, conditions.maximumHeight) = (1920, 1080)
        let error = try refusal(VideoCapability(width: 3840, height: 2160), under: conditions)
        #expect(error.rule == .startSizeTooLarge)
        #expect(error.hint == "the maximum is 1920x1080")
        var machine = ControllerStateMachine()
        guard case .scheduleAnswer = machine.start(VideoCapability(width: 1920, height: 1080), under: conditions) else {
            Issue.record("the largest size was rejected")
            return
        }
    }

    private func refusal(
        _ capability: VideoCapability, under conditions: ControllerStateMachine.StartConditions = Conditions()
    ) throws -> StudioError {
        var machine = ControllerStateMachine()
        guard case .refuse(let error) = machine.start(capability, under: conditions) else {
            throw Unrefused(capability: capability)
        }
        return error
    }

    private struct Unrefused: Error {
        let capability: VideoCapability
    }
}
