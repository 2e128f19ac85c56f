// swift-format-ignore-file: AlwaysUseLowerCamelCase
import StudioRuntime

/// A code of four characters.
public typealias FourCharCode = UInt32
/// A code of four characters, such as a pixel format.
public typealias OSType = FourCharCode

/// Text. Linux has no toll-free bridge: both types of text are one, so that `as String` and `as CFString` compile.
public typealias CFString = String

/// An array of objects.
public typealias CFArray = NSArray
/// A dictionary of objects.
public typealias CFDictionary = NSDictionary
/// A dictionary of objects that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary
/// True or false.
public typealias CFBoolean = NSNumber
/// A number of objects.
public typealias CFIndex = Int

/// True.
public let kCFBooleanTrue: CFBoolean = NSNumber(value: true)
/// False.
public let kCFBooleanFalse: CFBoolean = NSNumber(value: false)

/// The number of objects in an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

/// The address of a dictionary in an array of this module, which retains it; `nil` for other arrays.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer? {
    guard let array = theArray as? DictionaryArray, array.dictionaries.indices.contains(idx) else { return nil }
    return UnsafeRawPointer(Unmanaged.passUnretained(array.dictionaries[idx]).toOpaque())
}

/// An array whose dictionaries are changed in place. Other arrays of Foundation give copies.
package final class DictionaryArray: NSArray {
    let dictionaries: [CFMutableDictionary]

    package init(_ dictionaries: [CFMutableDictionary]) {
        self.dictionaries = dictionaries
        super.init(objects: nil, count: 0)
    }

    package required init(objects: UnsafePointer<AnyObject>?, count: Int) {
        dictionaries = []
        super.init(objects: nil, count: 0)
    }

    package required convenience init(arrayLiteral elements: Any...) {
        self.init([])
    }

    package required convenience init?(coder: NSCoder) {
        nil
    }

    package override var count: Int { dictionaries.count }

    package override func object(at index: Int) -> Any { dictionaries[index] }
}

/// Sets the object of a key; both are addresses that `Unmanaged` gives.
public func CFDictionarySetValue(
    _ theDict: CFMutableDictionary, _ key: UnsafeRawPointer?, _ value: UnsafeRawPointer?
) {
    guard let key, let value else { return }
    let object = Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue()
    let name = Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue()
    let text = (name as? CFText)?.text ?? "\(name)"
    theDict.setObject((object as? CFText)?.text ?? object, forKey: NSString(string: text))
}

/// A text as an object, so that it has an address. There is one for each text, and it is never released.
public final class CFText: Sendable {
    /// The text.
    public let text: String
    private static let all = Lock<[String: CFText]>([:])

    private init(_ text: String) {
        self.text = text
    }

    fileprivate static func of(_ text: String) -> CFText {
        all.withLock { all in
            if let known = all[text] { return known }
            let new = CFText(text)
            all[text] = new
            return new
        }
    }
}

extension Unmanaged where Instance == CFText {
    /// A constant of the system, such as a key, which has an address there.
    public static func passUnretained(_ text: CFString) -> Unmanaged<CFText> {
        Unmanaged<CFText>.passUnretained(CFText.of(text))
    }
}

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
