// The system's module brings pixel buffers and Foundation with it.
@_exported public import CoreVideo
