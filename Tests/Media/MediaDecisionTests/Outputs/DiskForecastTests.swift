import MediaOutputs
import StudioCore
import Testing

@Suite("DiskForecast")
struct DiskForecastTests {
    /// A recording at 8 Mbit/s, or another rate, on a disk.
    private func recording(
        _ device: UInt64, free: UInt64, megabits: Double = 8, isGrowing: Bool = true
    ) -> OutputStatus {
        var status = OutputStatus(.live)
        status.bitsPerSecond = megabits * 1_000_000
        status.disk = OutputStatus.Disk(device: device, freeBytes: free, isGrowing: isGrowing)
        return status
    }

    private func seconds(_ outputs: [OutputStatus], reserve: DiskReserve? = nil) -> [Double?] {
        let forecast = DiskForecast(outputs, reserve: reserve)
        return outputs.map { forecast.secondsLeft(of: $0) }
    }

    @Test("a recording has the time in which it fills its disk")
    func one() {
        #expect(seconds([recording(1, free: 600_000_000)]) == [600])
    }

    @Test("recordings on one disk share it; another disk has its own time")
    func shared() {
        let outputs = [
            recording(1, free: 600_000_000), recording(1, free: 600_000_000, megabits: 16),
            recording(2, free: 600_000_000),
        ]
        #expect(seconds(outputs) == [200, 200, 600])
    }

    @Test("the reserve counts as full, and what is below it is no time")
    func reserve() {
        let reserve = DiskReserve(bytes: 500_000_000)
        #expect(seconds([recording(1, free: 600_000_000)], reserve: reserve) == [100])
        #expect(seconds([recording(1, free: 500_000_000)], reserve: reserve) == [0])
        #expect(seconds([recording(1, free: 1)], reserve: reserve) == [0])
    }

    @Test(
        "nothing is known without a disk, without a bitrate, and of a playlist of the latest segments, which shares none"
    )
    func unknown() {
        #expect(seconds([OutputStatus(.live)]) == [nil])
        #expect(seconds([recording(1, free: 600_000_000, megabits: 0)]) == [nil])
        let window = recording(1, free: 600_000_000, isGrowing: false)
        #expect(seconds([window, recording(1, free: 600_000_000)]) == [nil, 600])
    }

    @Test("a recording that has just begun has the time of the others on its disk")
    func beginning() {
        #expect(
            seconds([recording(1, free: 600_000_000), recording(1, free: 600_000_000, megabits: 0)]) == [600, 600])
    }
}
