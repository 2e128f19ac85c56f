// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A code of four characters.
public typealias FourCharCode = UInt32
/// A code of four characters, such as a pixel format.
public typealias OSType = FourCharCode

/// Text. Linux has no toll-free bridge: both types of text are one, so that `as String` and `as CFString` compile.
public typealias CFString = String

/// Any object of the system; on Linux, any value.
public typealias CFTypeRef = Any

/// Whether two values are equal: both `nil`, equal hashable values, or the same object.
public func CFEqual(_ cf1: CFTypeRef?, _ cf2: CFTypeRef?) -> Bool {
    switch (cf1, cf2) {
    case (nil, nil): return true
    case (let first?, let second?):
        if let first = first as? AnyHashable, let second = second as? AnyHashable { return first == second }
        return (first as AnyObject) === (second as AnyObject)
    default: return false
    }
}

/// An allocator of the system; `nil` and ``kCFAllocatorDefault`` are the same.
public struct CFAllocator: Hashable, Sendable {
    init() {}
}
/// The default allocator.
public let kCFAllocatorDefault: CFAllocator? = CFAllocator()

/// A whole number in any of the forms in which clients put it into a dictionary; `nil` for another value.
package func wholeNumber(_ value: Any) -> Int? {
    if let value = value as? any BinaryInteger { return Int(exactly: value) }
    return (value as? NSNumber)?.intValue
}
