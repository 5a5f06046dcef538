import Glibc

import StorageEngine
@testable import LogEngine
@testable import Records
@testable import NoteStorage
@testable import AccountStorage
import Storage

/// Files of the log: what a start of the engine makes of one, a second process makes of it too.
///
/// Of an input that begins with an even byte, batches with right checksums are made, so that not
/// only checksums are tried; the others are taken for files themselves.
enum LogFuzzing {
    private static let identity: UInt64 = 7
    private static let tableCount = Schema.tables.count
    private static let file = ScratchFile()

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        check(first % 2 == 0 ? contents(of: rest) : Array(rest))
    }

    private static func check(_ contents: [UInt8]) {
        contents.withUnsafeBytes { bytes in
            let found = LoggedRun(bytes, identity: identity)
            let (run, batches) = (found.run, found.batches)
            precondition(run.newest.upperBound <= bytes.count)
            let numbers = batches.map(\.number)
            precondition(numbers.first == run.first && numbers.last ?? 0 == run.last)
            precondition(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
            var changes = Changes()
            for batch in batches { changes.take(batch) }
            do throws(FileError) {
                try compare(run, changes, readFrom: bytes)
            } catch {
                preconditionFailure("The file of the fuzzer cannot be read: \(error).")
            }
        }
    }

    /// Reads the same bytes as another process does.
    private static func compare(
        _ run: LogRun,
        _ changes: Changes,
        readFrom bytes: UnsafeRawBufferPointer
    ) throws(FileError) {
        file.write(bytes)
        guard let reader = try LogFileReader(path: file.path) else {
            preconditionFailure("The file of the fuzzer is there.")
        }
        let found = try LogFileRun(reader, identity: identity, tableCount: tableCount)
        let (read, count) = (found.run, found.count)
        precondition(read.first == run.first && read.last == run.last)
        precondition(read.endOffset == run.endOffset && read.isForeign == run.isForeign)
        precondition(read.greatestBehind == run.greatestBehind)
        precondition(count.changeCount == changes.count && count.isKnown == changes.areKnown)
        guard count.isKnown else { return }
        let overlay = try found.overlay(from: reader, identity: identity)
        precondition(overlay?.nodeCount == changes.keys.count, "Each key is there once.")
    }

    /// What the changes of some batches are.
    private struct Changes {
        private(set) var count = 0
        private(set) var keys: Set<[UInt8]> = []
        private(set) var areKnown = true

        mutating func take(_ batch: LoggedBatch) {
            var result = self
            let isWhole = batch.forEach { key, table, _ in
                result.count += 1
                result.keys.insert(key.withBytes { key in [table.rawValue] + key.copied })
                if Int(table.rawValue) >= LogFuzzing.tableCount { result.areKnown = false }
            }
            self = result
            if !isWhole { areKnown = false }
        }
    }

    /// Batches as the input says: of each a byte that says what is odd about it, one that says how
    /// long its changes are, and these.
    private static func contents(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var contents: [UInt8] = []
        var number: UInt64 = 1
        var rest = bytes[...]
        while let fault = rest.popFirst(), let count = rest.popFirst() {
            let changes = rest.prefix(Int(count))
            rest = rest.dropFirst(changes.count)
            // Often enough for a batch of more than one block.
            let repeats = fault & 0x11 == 0x10 ? 64 : 1
            let payload = Array(repeatElement(changes, count: repeats).joined())
            if fault & 1 != 0 { number = UInt64(fault >> 4) }
            contents += batch(number, payload, hasOtherLog: fault & 2 != 0)
            if fault & 4 != 0 { contents[contents.count - LogBatch.blockByteCount] ^= 1 }
            if fault & 8 != 0 { contents.removeLast(Int(fault)) }
            number += 1
        }
        return contents
    }

    private static func batch(_ number: UInt64, _ payload: [UInt8], hasOtherLog: Bool) -> [UInt8] {
        let byteCount = LogBatch.byteCount(payload: payload.count)
        var batch = [UInt8](repeating: 0, count: byteCount)
        let checksum = payload.withUnsafeBytes { LogBatch.Header.checksum($0, number: number) }
        let header = LogBatch.Header(
            identity: hasOtherLog ? identity + 1 : identity,
            number: number,
            payloadByteCount: payload.count,
            payloadChecksum: checksum
        )
        batch.withUnsafeMutableBytes { header.write(to: $0) }
        let start = LogBatch.headerByteCount
        batch.replaceSubrange(start..<start + payload.count, with: payload)
        return batch
    }
}

/// A file without a name, for what reads files.
final class ScratchFile: Sendable {
    let descriptor: Int32

    init() {
        var name = Array("\(DumpFuzzing.memoryFolder)/fuzzing.XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        precondition(descriptor >= 0 && unlink(name) == 0, "A file can be made.")
    }

    /// By which it can be opened again.
    var path: String { "/proc/self/fd/\(descriptor)" }

    /// Makes these bytes the contents.
    func write(_ bytes: UnsafeRawBufferPointer) {
        precondition(ftruncate(descriptor, 0) == 0)
        guard !bytes.isEmpty else { return }
        precondition(pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count)
    }
}

extension RawSpan {
    /// The bytes.
    var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
