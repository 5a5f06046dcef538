internal import AccountStorage
internal import Cryptography
internal import NoteStorage
internal import Records

/// Where the bytes of a dump go.
package protocol DumpOutput: AnyObject {
    /// Writes bytes as they are.
    ///
    /// - Throws: `.outputClosed` or `.system`.
    func write(_ bytes: [UInt8]) throws(StoreToolError)
}

/// How much of each kind a dump shows.
package struct DumpSummary: Sendable, Equatable {
    /// Lines of each kind, in their order.
    package internal(set) var counts: [(entity: DumpEntity, count: Int)] = []

    /// Shows nothing.
    package init() {}

    /// Lines of all kinds.
    package var total: Int { counts.reduce(0) { $0 + $1.count } }

    /// Whether both show as much of each kind.
    package static func == (left: DumpSummary, right: DumpSummary) -> Bool {
        left.counts.elementsEqual(right.counts) { $0 == $1 }
    }
}

/// Gathers the lines of a dump, counts and hashes them.
final class DumpLines {
    /// Records that were looked at so far.
    var visitedCount = 0

    private let output: any DumpOutput
    private var waiting: [UInt8] = []
    private var whole = DigestStream()
    private var section = DigestStream()
    private var count = 0
    private var ended: [(entity: DumpEntity, count: Int, digest: Digest)] = []

    /// Bytes that are handed on together.
    private static let chunkByteCount = 256 << 10
    /// Bytes of a line at most; a record of a store is far smaller.
    static let lineByteCountMax = 4 << 20

    init(_ output: any DumpOutput) {
        self.output = output
    }

    /// Appends a line of the present section.
    func append(_ line: JSONWriter) throws(StoreToolError) {
        count += 1
        section.append(line.bytes.span.bytes)
        try appendOutside(line)
    }

    /// Appends a line that belongs to no section.
    func appendOutside(_ line: JSONWriter) throws(StoreToolError) {
        precondition(line.bytes.count <= Self.lineByteCountMax, "A record fits a line.")
        waiting.append(contentsOf: line.bytes)
        if waiting.count >= Self.chunkByteCount { try handOn() }
    }

    /// Ends the section of a kind.
    func endSection(_ entity: DumpEntity) {
        var finished = DigestStream()
        swap(&finished, &section)
        if count > 0 || entity.isListedWhenEmpty {
            ended.append((entity, count, finished.finish()))
        }
        count = 0
    }

    /// Writes the last line, which tells a whole dump from one that was cut short.
    func finish() throws(StoreToolError) -> DumpSummary {
        if !waiting.isEmpty { try handOn() }
        var finished = DigestStream()
        swap(&finished, &whole)
        let digest = finished.finish()
        var line = JSONWriter()
        line.begin()
        line.write("end", flag: true)
        line.write("digest", digest.hexadecimal)
        line.write("entities") { line in
            for section in ended {
                line.write(section.entity.name) { line in
                    line.write("count", number: UInt64(section.count))
                    line.write("digest", section.digest.hexadecimal)
                }
            }
        }
        line.end()
        try output.write(line.bytes)
        var summary = DumpSummary()
        summary.counts = ended.map { ($0.entity, $0.count) }
        return summary
    }

    private func handOn() throws(StoreToolError) {
        whole.append(waiting.span.bytes)
        try output.write(waiting)
        waiting.removeAll(keepingCapacity: true)
    }
}
