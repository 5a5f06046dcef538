import TestSupport
import Testing

/// Starts a server with its store in a folder, and waits until it says where it serves.
///
/// - Parameters:
///   - folder: What holds the store.
///   - arguments: What follows `--store`; without `--listen`, the system chooses a port.
///   - environment: The environment.
/// - Returns: The program, whose error output is its log, and its address.
/// - Throws: `ProgramRun.Failure` if it cannot be started, or an expectation that failed.
func startServer(
    in folder: TemporaryDirectory,
    _ arguments: [String] = [],
    environment: [String: String] = [:]
) async throws -> (program: RunningProgram, address: String) {
    var words = ["--store", folder.path("store")] + arguments
    if !arguments.contains("--listen") { words += ["--listen", "tcp://127.0.0.1:0"] }
    let program = try RunningProgram("notelet-server", words, environment: environment)
    let address = try #require(await program.nextLine())
    return (program, address)
}

/// What lets a server bear with a peer that takes nothing, however slow the machine is.
let patience = ["--authentication-time", "none", "--write-stall-time", "1h"]

/// Connects to a server and makes calls whose replies nobody reads, so that it cannot end in order.
///
/// Replies wait in the server at the return: it has stopped answering calls that it has received.
///
/// - Parameters:
///   - address: Where the server serves.
///   - pages: Where it is looked after; it has had no other calls of this kind.
/// - Returns: The connection, which is to be kept.
/// - Throws: What keeps the server from being reached.
func stalledConnection(to address: String, pages: String) throws -> RawConnection {
    let connection = try RawConnection(address, receiveByteCount: 4_096)
    // The refusal has the name in it.
    let call = request("notelet.v1.Health", String(repeating: "x", count: 250))
    let callCount = 20_000
    let calls = (0..<callCount).flatMap { index in
        RawConnection.header(UInt32(call.count), 2 * UInt32(index) + 1, 1, 0) + call
    }
    var sentByteCount = 0
    var answeredCount = 0
    var isStalled = false
    let stalling = Patience()
    while !isStalled {
        try stalling.check()
        sentByteCount += connection.flood(Array(calls[sentByteCount...].prefix(65_536)))
        // New connections go to both loops in turn: their answers say that each loop has looked at
        // all that had come by then.
        for _ in 0..<2 {
            let visitor = try RawConnection(address)
            visitor.send(1, request("notelet.v1.Health", "Check"))
            _ = try #require(try visitor.receive())
        }
        let page = try Exposition(PageRequest.get("/metrics", at: pages).body)
        let newCount = Int(page.sum("notelet_requests_total", ["method": "unknown"]))
        isStalled = newCount == answeredCount && newCount < sentByteCount * callCount / calls.count
        answeredCount = newCount
    }
    return connection
}

extension RunningProgram {
    /// Waits for a line of the log about an event.
    func nextEvent(_ name: String) async -> String? {
        while let line = await nextErrorLine() {
            if line.contains(" event=\(name)") { return line }
        }
        return nil
    }
}
