import Foundation
import TTRPC

/// A private Redis that keeps the same notes on the same promise.
final class RedisPeer: LoadedPeer {
    /// What it calls its version.
    let version: String
    private let script: PeerScript
    private let port: UInt16
    private let sendDigest: String
    let processIdentifier: Int32?

    /// Starts it and fills it.
    ///
    /// - Parameters:
    ///   - scripts: The folder bench/peers.
    ///   - folder: Where it may write.
    ///   - plan: The notes that it is filled with.
    /// - Throws: `PeerAbsence` if it is not there; `CommandFailure` if it cannot be filled.
    init(scripts: String, folder: String, _ plan: PreloadPlan) throws {
        let started = try PeerScript(
            path: scripts + "/redis.sh",
            arguments: [folder],
            wordCountMin: 2
        )
        do {
            guard let port = UInt16(started.words[0]),
                let send = try? String(contentsOfFile: scripts + "/redis-send.lua", encoding: .utf8)
            else { throw PeerAbsence(reason: "\(scripts)/redis-send.lua cannot be read") }
            var connection = try RedisConnection(port: port)
            // While it is filled, nothing is promised yet.
            try connection.call(["CONFIG", "SET", "appendfsync", "no"])
            try RedisPreload(plan).run(on: &connection)
            try connection.call(["CONFIG", "SET", "appendfsync", "always"])
            sendDigest = try connection.call(["SCRIPT", "LOAD", send])
            processIdentifier = Self.processIdentifier(
                in: try connection.call(["INFO", "server"])
            )
            self.port = port
        } catch {
            started.stop()
            throw error
        }
        script = started
        version = started.words[1]
    }

    /// What it says of its process.
    static func processIdentifier(in information: String) -> Int32? {
        let name = "process_id:"
        let line = information.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name) }
        return line.flatMap { Int32($0.dropFirst(name.count)) }
    }

    var address: Address { .tcp(host: "127.0.0.1", port: port) }

    func caller(_ material: CallMaterial, pageSize: Int, connection: Int) -> RedisCaller {
        RedisCaller(material, pageSize: pageSize, script: sendDigest, connection: connection)
    }

    /// Stops it and removes what it wrote.
    func stop() {
        script.stop()
    }
}
