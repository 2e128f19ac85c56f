// The system's module brings all of these with it, and clients import nothing else.
@_exported public import CoreMedia
@_exported public import CoreVideo
@_exported public import Dispatch
@_exported public import Foundation
// Parts of this module's interface for tests.
@_exported public import struct FacadeSupport.EmulatedAudio
@_exported public import enum StudioCore.RowPadding
