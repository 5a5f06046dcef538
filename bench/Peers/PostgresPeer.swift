import CommandLineInterface
import Foundation
import OperatingSystem

/// A private PostgreSQL that keeps the same notes on the same promise, driven by its own pgbench.
final class PostgresPeer: Peer {
    /// What it calls its version.
    let version: String
    private let script: PeerScript
    private let scripts: String
    private let folder: String
    private let port: String
    private let programs: String

    /// A load of pgbench.
    struct Load {
        let workload: Workload
        let connectionCount: Int
        /// Queries of one connection that are sent together; those of one pipeline are one commit.
        let depth: Int
        let pageSize: Int
        let seconds: Int
        let userCount: Int
        /// The text of all notes.
        let content: String
    }

    /// Seconds at the beginning of a load that do not count; pgbench knows whole seconds only.
    static let warmUpSeconds = 1

    /// Starts it, filled; the first time with a store takes half a minute.
    ///
    /// - Parameters:
    ///   - scripts: The folder bench/peers.
    ///   - kept: Where the filled cluster is kept for later runs.
    ///   - folder: Where pgbench may write.
    ///   - plan: The notes that it is filled with.
    /// - Throws: `PeerAbsence` if it is not there.
    init(scripts: String, kept: String, folder: String, _ plan: PreloadPlan) throws(PeerAbsence) {
        script = try PeerScript(
            path: scripts + "/postgres.sh",
            arguments: [
                kept, "\(plan.userCount)", "\(plan.messageCount)", "\(plan.corpus.byteCountMax)",
            ],
            wordCountMin: 3
        )
        port = script.words[0]
        version = script.words[1]
        programs = script.words[2]
        self.scripts = scripts
        self.folder = folder
    }

    /// Puts load on it, and returns what came of it.
    ///
    /// - Returns: The latency of whole pipelines by operation, and the time measured.
    /// - Throws: `CommandFailure` if pgbench fails, or if nothing ended in that time, as when the
    ///   disk pauses.
    func run(_ load: Load) throws -> (latency: [Operation: Histogram], seconds: Double) {
        let log = try run(try load.workload.operations.map { try file(for: $0, load) }, load)
        var latency: [Operation: Histogram] = [:]
        for (index, operation) in load.workload.operations.enumerated() {
            latency[operation] = log.latency[index] ?? Histogram()
        }
        return (latency, log.seconds)
    }

    /// Makes the accounts and what moves between them.
    func makeLedger(userCount: Int) throws {
        try make("ledger", ["users": userCount])
    }

    /// Makes the positions of some riders in one day.
    func makePositions(riderCount: Int, positionsPerRider: Int) throws {
        try make("positions", ["riders": riderCount, "positions": positionsPerRider])
    }

    /// Runs a script of SQL, with numbers that it knows by their names.
    private func make(_ name: String, _ numbers: [String: Int]) throws {
        let arguments =
            [
                "-h", "127.0.0.1", "-p", port, "-U", "bench", "-d", "postgres", "-q", "-v",
                "ON_ERROR_STOP=1", "-f", "\(scripts)/postgres-\(name).sql",
            ] + numbers.flatMap { ["-v", "\($0.key)=\($0.value)"] }
        let surroundings = Surroundings(folder: folder, errorOutput: .nothing)
        let status = try ChildProcess(programs + "/psql", arguments, surroundings).wait()
        guard status == 0 else {
            throw CommandFailure(.refused, "The \(name) of PostgreSQL: psql failed with \(status).")
        }
    }

    /// Puts the load of one script on it, as `run` does.
    func run(script name: String, _ load: Load) throws -> (latency: Histogram, seconds: Double) {
        let log = try run([try pipelined("\(scripts)/postgres-\(name).sql", name, load)], load)
        return (log.latency[0] ?? Histogram(), log.seconds)
    }

    private func run(_ files: [String], _ load: Load) throws -> PgbenchLog {
        let arguments =
            [
                "-h", "127.0.0.1", "-p", port, "-U", "bench", "-n", "-M", "prepared",
                "-c", "\(load.connectionCount)", "-j", "\(min(load.connectionCount, 2))",
                "-T", "\(load.seconds + PostgresPeer.warmUpSeconds)",
                "-D", "users=\(load.userCount)", "-D", "page=\(load.pageSize)",
                "-D", "content=\(load.content)",
                "-l", "--log-prefix=pgbench",
            ] + files.flatMap { ["-f", $0] } + ["postgres"]
        let surroundings = Surroundings(folder: folder, errorOutput: .nothing)
        let program = programs + "/pgbench"
        let status = try ChildProcess(program, arguments, surroundings).wait()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let logs = names.filter { $0.hasPrefix("pgbench.") }.map { folder + "/" + $0 }
        defer { for path in logs { try? FileManager.default.removeItem(atPath: path) } }
        guard status == 0 else {
            throw CommandFailure(.refused, "A run of pgbench failed with \(status).")
        }
        guard
            let log = PgbenchLog(
                try logs.map { try String(contentsOfFile: $0, encoding: .utf8) },
                warmUpSeconds: Double(PostgresPeer.warmUpSeconds)
            )
        else { throw CommandFailure(.refused, "nothing ended in time") }
        return log
    }

    /// Stops it and removes its copy of the cluster.
    func stop() {
        script.stop()
    }

    /// The script of an operation with its weight, in pipelines if the load has a depth.
    private func file(for operation: Operation, _ load: Load) throws -> String {
        let weight =
            operation == .send ? Workload.sendPercent : 100 - Workload.sendPercent
        let path = "\(scripts)/postgres-\(operation.name).sql"
        return "\(try pipelined(path, operation.name, load))@\(weight)"
    }

    /// A script, or one with as many of it in a pipeline as the load has a depth.
    private func pipelined(_ path: String, _ name: String, _ load: Load) throws -> String {
        guard load.depth > 1 else { return path }
        let query = try String(contentsOfFile: path, encoding: .utf8)
        let pipeline = "\(folder)/postgres-\(name)-\(load.depth).sql"
        let text =
            "\\startpipeline\n" + String(repeating: query, count: load.depth) + "\\endpipeline\n"
        try text.write(toFile: pipeline, atomically: false, encoding: .utf8)
        return pipeline
    }
}
