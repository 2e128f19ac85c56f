// The vendor's framework brings these with it, and clients rely on it.
@_exported public import CoreVideo
@_exported public import Dispatch
@_exported public import Foundation
// Its members are part of this module's interface for tests.
@_exported public import struct FacadeSupport.EmulatedAudio
@_exported public import struct FacadeSupport.EmulatedVideo
@_exported public import struct FacadeSupport.RecordedCall
@_exported public import enum StudioCore.RowPadding
