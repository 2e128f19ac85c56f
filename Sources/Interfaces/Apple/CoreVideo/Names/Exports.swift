// The system's module brings the types of its interface with it.
@_exported public import Foundation
