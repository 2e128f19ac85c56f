import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

struct ServiceNotifierTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func notifier(_ variables: [String: String]) throws -> ServiceNotifier {
        try ServiceNotifier { variables[$0] }
    }

    @Test("assignments arrive as one datagram, at a path and at an abstract name", arguments: [false, true])
    func datagrams(_ isAbstract: Bool) throws {
        let name = isAbstract ? "@psstudio-\(UUID().uuidString)" : folder.file("notify")
        let socket = try NotifySocket(name)
        let notifier = try notifier(["NOTIFY_SOCKET": name])
        #expect(notifier.send(["READY=1", "STATUS=sending; live: ü.mp4"]))
        #expect(notifier.send(["WATCHDOG=1"]))
        try socket.wait(for: "WATCHDOG=1")
        #expect(socket.messages == ["READY=1\nSTATUS=sending; live: ü.mp4", "WATCHDOG=1"])
        #expect(socket.count("READY=1") == 1)
    }

    @Test("half of the limit of a watchdog is its interval, unless it is meant for another process")
    func watchdog() throws {
        let socket = try NotifySocket(folder.file("notify"))
        func microseconds(_ variables: [String: String]) throws -> Int? {
            try notifier(variables.merging(["NOTIFY_SOCKET": socket.name]) { $1 }).watchdogMicroseconds
        }
        #expect(try microseconds(["WATCHDOG_USEC": "30000000"]) == 15_000_000)
        #expect(try microseconds(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) == 15_000_000)
        #expect(try microseconds(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) == nil)
        for text in ["0", "-5", "soon", "", "31536000000001", "\(Int.max)"] {
            #expect(try microseconds(["WATCHDOG_USEC": text]) == nil)
        }
        #expect(try microseconds([:]) == nil)
    }

    @Test("a socket that cannot be reached has the error of the system")
    func errors() throws {
        let long = "/" + String(repeating: "a", count: 108)
        for (name, code) in [
            (folder.file("none"), ENOENT), ("notify", EAFNOSUPPORT), ("@", EAFNOSUPPORT), ("", EAFNOSUPPORT),
            (long, ENAMETOOLONG), ("@psstudio-\(UUID().uuidString)", ECONNREFUSED),
        ] {
            #expect(throws: SystemError(code), "\(name)") { try notifier(["NOTIFY_SOCKET": name]) }
        }
    }

    @Test("a manager that has gone is no error of the process")
    func gone() throws {
        let name = folder.file("notify")
        var socket: NotifySocket? = try NotifySocket(name)
        let notifier = try notifier(["NOTIFY_SOCKET": name])
        #expect(notifier.send(["READY=1"]))
        try socket?.wait(for: "READY=1")
        socket = nil
        try waitUntil("the socket is closed") { !notifier.send(["WATCHDOG=1"]) }
    }
}
