// On macOS the framework re-exports Foundation, and clients rely on it.
@_exported public import Foundation
// Its members are part of this module's interface for tests.
@_exported public import struct FacadeSupport.RecordedCall
