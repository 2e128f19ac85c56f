import Dispatch
import NativeCamera
import ProductionStudioTesting
import XCTest

/// The same with XCTest: failures are thrown, so nothing else differs.
final class CameraXCTests: XCTestCase {
    func testRightCamera() throws {
        let queue = DispatchQueue(label: "camera.main")
        let test = TestMeeting(keepsBytes: true, callbackQueue: queue)
        let camera = Camera(test.studio)
        queue.sync { camera.begin() }
        try test.wait(for: .sending)
        queue.sync { camera.capture() }
        try test.requireNoViolations()
        let frame = try XCTUnwrap(test.media.frames.first)
        XCTAssertEqual(frame.bytes, TestFrame.plain(width: 404, height: 710, luma: 64, chroma: 64))
    }

    func testWrongCamera() throws {
        let queue = DispatchQueue(label: "camera.main")
        let test = TestMeeting(callbackQueue: queue)
        let camera = PaddedCamera(test.studio)
        queue.sync { camera.begin() }
        try test.wait(for: .sending)
        queue.sync { camera.capture() }
        XCTAssertThrowsError(try test.requireNoViolations()) { error in
            XCTAssertTrue("\(error)".contains("PS-SEND-006"), "\(error)")
        }
        XCTAssertEqual(test.media.frames.count, 0)
    }
}
