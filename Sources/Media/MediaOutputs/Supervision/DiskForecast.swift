package import StudioCore

/// How long the recordings of a session can go on at their present bitrates.
package struct DiskForecast: Hashable, Sendable {
    /// What all recordings write together, by the number of the disk.
    private var bytesPerSecond: [UInt64: Double] = [:]
    private let reserve: UInt64

    /// - Parameters:
    ///   - outputs: the outputs of the session.
    ///   - reserve: what they leave free.
    package init(_ outputs: [OutputStatus], reserve: DiskReserve?) {
        self.reserve = reserve?.bytes ?? 0
        for output in outputs {
            guard let disk = output.disk, disk.isGrowing else { continue }
            bytesPerSecond[disk.device, default: 0] += output.bitsPerSecond / 8
        }
    }

    /// Seconds until the disk of an output is full, or has only the reserve. `nil` for an output that needs no further space, and while
    /// nothing is written.
    package func secondsLeft(of output: OutputStatus) -> Double? {
        guard let disk = output.disk, disk.isGrowing, let rate = bytesPerSecond[disk.device], rate > 0 else {
            return nil
        }
        return Double(disk.freeBytes - min(reserve, disk.freeBytes)) / rate
    }
}
