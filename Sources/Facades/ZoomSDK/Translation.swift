import Foundation
import ProductionStudio
public import StudioCore
import ZoomSDKNames

// The two directions in which values cross the facade; nothing is decided here.

extension ZoomSDKError {
    /// Runs a native call and answers with its code.
    @inline(__always)
    static func of(_ call: () throws(StudioError) -> Void) -> ZoomSDKError {
        do {
            try call()
            return ZoomSDKError_Success
        } catch {
            return ZoomSDKError(rawValue: error.code.number)
        }
    }
}

extension ZoomSDKError {
    /// The same for a call whose refusals the studio does not see by itself.
    static func of(reportingTo studio: StudioController, _ call: () throws(StudioError) -> Void) -> ZoomSDKError {
        of { () throws(StudioError) in
            do throws(StudioError) {
                try call()
            } catch {
                studio.violations.report(error)
                throw error
            }
        }
    }
}

extension StudioError.Code {
    /// The code behind the vendor's: `responses.startFailure = .init(ZoomSDKError_NoLicense)`.
    public init(_ error: ZoomSDKError) {
        self.init(number: error.rawValue)
    }
}

extension VideoCapability {
    /// Reads the vendor's object once: what is changed in it later changes nothing.
    init(_ capability: ZoomSDKPSVideoSourceCapability) {
        self.init(
            width: capability.width, height: capability.height,
            format: FrameDataFormat(rawValue: capability.format.rawValue))
    }
}

extension UserID {
    /// As the vendor's arrays hold it.
    var number: NSNumber { NSNumber(value: rawValue) }
}

extension UnsafeRawBufferPointer {
    /// The bytes behind the vendor's `char *`; none behind a null pointer.
    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<CChar>?, _ length: UInt32) {
        self.init(start: pointer, count: pointer == nil ? 0 : Int(length))
    }
}
