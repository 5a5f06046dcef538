import CommandLineInterface
import Domain
import Glibc
import Testing

@testable import Logging
@testable import TTRPC
@testable import notelet_server

@Suite("Request log")
struct RequestLogTests {
    private static let milliseconds: UInt64 = 1_000_000

    @Test(
        "Requests are logged when they were slow or failed, or when each is asked for",
        arguments: [
            (["--log-level", "info"], ["slow-request", "failed-request"]),
            (["--log-level", "error"], ["failed-request"]),
            (["--log-level", "debug"], ["request", "request", "slow-request", "failed-request"]),
            (["--slow-request-time", "0"], ["failed-request"]),
            (["--slow-request-time", "1ms"], ["slow-request", "slow-request", "failed-request"]),
            (
                ["--slow-request-time", "0", "--log-level", "debug"],
                ["request", "request", "request", "failed-request"]
            ),
        ]
    )
    func requestsAreChosen(options: [String], events: [String]) throws {
        let lines = try lines(options) { observe in
            observe(record("Quick", .unary, .ok, after: 2 * Self.milliseconds))
            observe(record("Watch", .stream, .cancelled, after: .max))
            observe(record("Slow", .unary, .notFound, after: 1_000 * Self.milliseconds))
            observe(record("Broken", .unary, .dataLoss, after: 0))
        }
        #expect(lines.compactMap { field("event", of: $0) } == events)
    }

    @Test("A line names the app, the request, the method, the status and the time it took, no more")
    func lineIsComplete() throws {
        let lines = try lines(["--log-level", "debug"]) { observe in
            observe(record("Quick", .unary, .notFound, after: 1_234_567))
            observe(record(nil, .unary, .unimplemented, after: 0))
        }
        let words = lines[0].split(separator: " ").map(String.init)
        #expect(words.count == 8)
        #expect(field("request", of: lines[0])?.count == 16)
        #expect(field("app", of: lines[0]) == "default" && field("app", of: lines[1]) == nil)
        #expect(
            Array(words[5...]) == [
                "method=test.Service/Quick", "status=NOT_FOUND", "duration_ms=1.234",
            ]
        )
        #expect(lines[1].contains("method=unknown status=UNIMPLEMENTED"))
    }

    @Test("Numbers tell requests apart, and the same request is always the same")
    func numbersAreDistinct() {
        let connections = [Connection(), Connection()]
        var numbers: Set<UInt64> = []
        for connection in connections {
            for id in UInt32(0)..<1_000 {
                let source = CallRecord.Source(
                    connection: ObjectIdentifier(connection),
                    stream: StreamID(2 * id + 1),
                    startNanoseconds: UInt64(id / 10)
                )
                let record = CallRecord(source, nil, .ok, endNanoseconds: 5)
                #expect(record.number == CallRecord(source, nil, .ok, endNanoseconds: 9).number)
                numbers.insert(record.number)
            }
        }
        #expect(numbers.count == 2_000)
    }

    private enum Shape { case unary, stream }

    private final class Connection {}

    private func record(
        _ method: String?,
        _ shape: Shape,
        _ code: StatusCode,
        after nanoseconds: UInt64
    ) -> CallRecord {
        let source = CallRecord.Source(
            connection: ObjectIdentifier(RequestLogTests.self as AnyObject),
            stream: .first,
            startNanoseconds: 0
        )
        let route = method.map { method in
            Route(
                MethodDescriptor(service: "test.Service", method: method),
                shape == .unary
                    ? .unary { _, _, reply in reply.fail(.ok) }
                    : .stream(.serverStream) { _, _ throws(RPCError) in throw RPCError(.ok) },
                number: 0
            )
        }
        return CallRecord(source, route?.name, code, endNanoseconds: nanoseconds)
    }

    /// What is logged under these options.
    private func lines(
        _ options: [String],
        _ body: ((CallRecord) -> Void) -> Void
    ) throws -> [String] {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let log = EventLog(descriptor: ends[1])
        let requests = RequestLog(log)
        let settings = try settings(options)
        log.setLevel(settings.logLevel)
        requests.apply(settings)
        body { requests.observe($0, of: .standard) }
        #expect(log.close(timeout: .seconds(30)))
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = max(0, read(ends[0], &bytes, bytes.count))
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(
            String.init
        )
    }

    private func settings(_ options: [String]) throws -> LiveSettings {
        let parser = CommandLineParser(ServerCommand.root, environment: [:])
        guard case .run(let invocation) = try parser.parse(["--store", "s"] + options) else {
            throw ExitCode.bug
        }
        return try LiveSettings(invocation)
    }

    private func field(_ key: String, of line: String) -> String? {
        line.split(separator: " ").first { $0.hasPrefix(key + "=") }
            .map { String($0.dropFirst(key.count + 1)) }
    }
}
