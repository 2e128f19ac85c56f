import StudioCore
import Testing

@Suite("DiskReserve")
struct DiskReserveTests {
    @Test(
        "bytes with units of 1000",
        arguments: [
            ("200M", 200_000_000), ("1.5G", 1_500_000_000), ("800k", 800_000), ("1", 1), ("2T", 2_000_000_000_000),
            ("0", nil), ("", nil), ("M", nil), ("-5M", nil), ("5MB", nil), ("1e3", nil), ("0.1", nil),
            ("9999999T", nil),
        ] as [(String, UInt64?)])
    func parsing(_ text: String, _ bytes: UInt64?) {
        #expect(DiskReserve(text)?.bytes == bytes)
    }

    @Test("a recording begins, goes on and is copied while enough is free, or while that is unknown")
    func limits() throws {
        let reserve = DiskReserve(bytes: 200_000_000)
        for free in [nil, 200_000_000, 1_000_000_000] as [UInt64?] {
            #expect(reserve.obstacle(free: free) == nil)
            #expect(reserve.end(free: free) == nil)
        }
        let obstacle = try #require(reserve.obstacle(free: 187_400_000))
        #expect(obstacle.cause == .storageFull)
        #expect(
            "\(obstacle)" == "it is not written, because 187.4 MB are free on its disk, less than 200 MB; "
                + "free some space or write elsewhere")
        #expect("\(try #require(reserve.end(free: 199_999_999)))".contains("199.9 MB are free"))
        let end = try #require(reserve.end(free: 0))
        #expect(end.cause == .storageFull)
        #expect(
            end.message == "it was completed before the end, because 0 bytes are free on its disk, less than 200 MB")
        #expect(reserve.obstacle(copying: 10, free: nil) == nil)
        #expect(reserve.obstacle(copying: 50_000_000, free: 250_000_000) == nil)
        #expect(
            reserve.obstacle(copying: 50_000_001, free: 250_000_000) == "another copy would leave less than 200 MB free"
        )
        #expect(reserve.obstacle(copying: 300_000_000, free: 250_000_000) != nil)
    }
}
