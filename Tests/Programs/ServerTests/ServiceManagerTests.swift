import Glibc
import TestSupport
import Testing

@testable import notelet_server

@Suite("Service manager")
struct ServiceManagerTests {
    @Test("What the server says reaches a path and a name of the abstract namespace")
    func messagesArrive() {
        let folder = TemporaryDirectory()
        for name in [folder.path("manager"), "@notelet-test-\(getpid())"] {
            let socket = ManagerSocket(name)
            let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name])
            manager.tell(status: "Opening the store.")
            #expect(socket.next() == ["STATUS=Opening the store."])
            manager.tellReady(addresses: ["tcp://127.0.0.1:1", "unix:///a"])
            #expect(
                socket.next() == ["READY=1", "STATUS=Serving on tcp://127.0.0.1:1, unix:///a."]
            )
            manager.tellReloading()
            let reloading = socket.next()
            #expect(reloading?.first == "RELOADING=1")
            #expect(reloading?.last?.hasPrefix("MONOTONIC_USEC=") == true)
            manager.tellAlive()
            #expect(socket.next() == ["WATCHDOG=1"])
            manager.tellStopping(drainTime: .seconds(10))
            #expect(
                socket.next() == [
                    "STOPPING=1", "STATUS=Finishing the calls that are under way.",
                    "EXTEND_TIMEOUT_USEC=30000000",
                ]
            )
            #expect(!socket.hasMessage)
        }
    }

    @Test("While stores are opened or closed more time is asked for, again and again")
    func moreTime() {
        let folder = TemporaryDirectory()
        let socket = ManagerSocket(folder.path("manager"))
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": folder.path("manager")])
        let opening = TimeExtension(manager, each: .milliseconds(5))
        for _ in 0..<3 { #expect(socket.next() == ["EXTEND_TIMEOUT_USEC=20000000"]) }
        opening.end()
    }

    @Test(
        "Where nobody listens, or nowhere, nothing is said and nothing is wrong",
        arguments: [nil, "", "relative", "vsock:2:1", "/nowhere/manager", "@nobody", long]
    )
    func nobodyListens(name: String?) {
        var environment: [String: String] = [:]
        environment["NOTIFY_SOCKET"] = name
        let manager = ServiceManager(environment: environment)
        manager.tellAlive()
        #expect(manager.watchdogInterval == nil)
    }

    @Test("Signs of life are wanted of the process that is named, or of any")
    func watchdogIsOurs() {
        func interval(_ environment: [String: String]) -> Duration? {
            ServiceManager(environment: environment).watchdogInterval
        }
        #expect(interval(["WATCHDOG_USEC": "3000000"]) == .seconds(3))
        let own = String(getpid())
        #expect(interval(["WATCHDOG_USEC": "1", "WATCHDOG_PID": own]) == .microseconds(1))
        #expect(interval(["WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"]) == nil)
        #expect(interval(["WATCHDOG_USEC": "0"]) == nil)
        #expect(interval(["WATCHDOG_USEC": "often"]) == nil)
    }

    @Test("Sockets are ours when they were passed to this process")
    func socketsAreOurs() {
        let own = String(getpid())
        func descriptors(_ count: String?, _ process: String?) -> [Int32] {
            var environment: [String: String] = [:]
            environment["LISTEN_FDS"] = count
            environment["LISTEN_PID"] = process
            return InheritedSockets.descriptors(environment: environment)
        }
        #expect(descriptors("1", own) == [3])
        #expect(descriptors("3", own) == [3, 4, 5])
        for (count, process) in [("1", "1"), ("0", own), ("-1", own), ("x", own), ("99999", own)] {
            #expect(descriptors(count, process) == [])
        }
        #expect(descriptors(nil, own) == [] && descriptors("1", nil) == [])
    }

    private static let long = "/" + String(repeating: "x", count: 200)
}
