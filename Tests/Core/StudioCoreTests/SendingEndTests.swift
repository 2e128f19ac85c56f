import StudioCore
import Testing

@Suite("The end of sending")
struct SendingEndTests {
    @Test("a call until 50 ms after the callback of the end may precede it")
    func callback() {
        var end = SendingEnd()
        #expect(!end.mayPrecedeCallback(.seconds(1)))
        end.finish(.seconds(1))
        #expect(!end.mayPrecedeCallback(.seconds(1)))
        end.begin()
        #expect(end.mayPrecedeCallback(.seconds(5)))
        end.finish(.seconds(6))
        end.finish(.seconds(7))
        #expect(end.mayPrecedeCallback(.milliseconds(6050)))
        #expect(!end.mayPrecedeCallback(.milliseconds(6051)))
        end.begin()
        #expect(end.mayPrecedeCallback(.seconds(9)))
    }
}
