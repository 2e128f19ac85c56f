import StudioCore
import Testing

@testable import PSStudioLibrary

@Suite("C interface: handles")
struct HandleTableTests {
    private final class Box: Sendable {}
    private final class OtherBox: Sendable {}

    @Test("C-CALL-002 a handle finds its object, by kind, until it is closed")
    func lookup() throws {
        let table = HandleTable()
        let (first, second) = (Box(), OtherBox())
        let handle = try #require(table.insert(first))
        let other = try #require(table.insert(second))
        #expect(handle != other)
        #expect(table.object(handle, as: Box.self) === first)
        #expect(table.object(other, as: OtherBox.self) === second)
        #expect(table.object(handle, as: OtherBox.self) == nil)
        #expect(table.remove(handle, as: OtherBox.self) == nil)
        #expect(table.count == 2)
        #expect(table.remove(handle, as: Box.self) === first)
        #expect(table.remove(handle, as: Box.self) == nil)
        #expect(table.object(handle, as: Box.self) == nil)
        #expect(table.count == 1)
    }

    @Test("a slot is used again, and its old handles stay closed")
    func reuse() throws {
        let table = HandleTable()
        var old: [OpaquePointer] = []
        for _ in 0..<1000 {
            let box = Box()
            let handle = try #require(table.insert(box))
            #expect(!old.contains(handle))
            #expect(table.object(handle, as: Box.self) === box)
            #expect(table.remove(handle, as: Box.self) === box)
            old.append(handle)
        }
        #expect(table.count == 0)
        let isClosed = old.allSatisfy { table.object($0, as: Box.self) == nil }
        #expect(isClosed)
    }

    @Test("numbers that never were handles are closed", arguments: [1, 2, 3, 4096, UInt.max, UInt.max - 1])
    func nonsense(_ bits: UInt) throws {
        let table = HandleTable()
        let handle = try #require(OpaquePointer(bitPattern: bits))
        #expect(table.object(handle, as: Box.self) == nil)
        _ = table.insert(Box())
        #expect(table.object(handle, as: Box.self) == nil)
        #expect(table.remove(handle, as: Box.self) == nil)
        #expect(table.count == 1)
    }

    @Test("the table releases an object with its handle")
    func release() throws {
        let table = HandleTable()
        weak var box: Box?
        var handle: OpaquePointer?
        do {
            let strong = Box()
            box = strong
            handle = table.insert(strong)
        }
        #expect(box != nil)
        _ = table.remove(try #require(handle), as: Box.self)
        #expect(box == nil)
    }
}
