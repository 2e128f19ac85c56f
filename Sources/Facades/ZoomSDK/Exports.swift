// On macOS the framework re-exports Foundation, and clients rely on it.
@_exported public import Foundation
