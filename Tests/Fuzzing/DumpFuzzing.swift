import Cryptography
import Domain
import Foundation

@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import LogStoreTools
@testable import StoreTools

/// Dumps: what is taken is what would be written, byte for byte.
enum DumpFuzzing {
    static let secrets = StoreSecrets(masterKey: masterKey)

    private static let masterKey: MasterKey = {
        let bytes = [UInt8](repeating: 5, count: SecretKey.byteCount)
        guard let key = SecretKey(bytes: bytes.span.bytes) else {
            preconditionFailure("A key is made of as many bytes as it has.")
        }
        return MasterKey(key)
    }()

    /// Asks for members of a line, in an order that the bytes behind it decide.
    static func runLine(_ bytes: UnsafeRawBufferPointer) {
        let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
        let rest = UnsafeRawBufferPointer(rebasing: bytes[line.count...])
        guard var reader = try? JSONReader(line[...]) else { return }
        var questions = Questions(Choices(rest))
        var again = JSONWriter()
        again.begin()
        do throws(DumpProblem) {
            for write in try questions.members(of: &reader) { write(&again) }
            try reader.end()
        } catch {
            return
        }
        again.end()
        precondition(again.bytes == line + [UInt8(ascii: "\n")], "A line has one form.")
    }

    /// Loads the lines of an input between a right first and a right last line, into a store whose
    /// dump must be the same.
    static func runDump(_ bytes: UnsafeRawBufferPointer) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) + [0x0A] }
        let dump = signed(lines)
        let folder = folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do throws(StoreToolError) {
            let load = StoreLoad(at: folder + "/store", secrets)
            _ = try load.run(from: Input(dump)) { _ in }
        } catch {
            precondition(isAboutLines(error), "It is the dump that is wrong: \(error)")
            return
        }
        let again = Output()
        do throws(StoreToolError) {
            _ = try StoreFiles(directory: folder + "/store").read { view throws(StoreToolError) in
                try StoreDump(
                    view: view,
                    secrets: secrets,
                    selection: DumpSelection(senders: .revealed),
                    progress: { _ in }
                ).write(to: again)
            }
        } catch {
            preconditionFailure("What was loaded can be dumped: \(error)")
        }
        precondition(again.bytes == signed(inOrder(lines)), "The dump of a dump is the same.")
    }

    private static func isAboutLines(_ error: StoreToolError) -> Bool {
        switch error {
        case .badLine, .notDump, .notLoadable: true
        default: false
        }
    }

    /// Where files are made: in memory, if the system has files there.
    static let memoryFolder: String = {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        return isThere ? memory : FileManager.default.temporaryDirectory.path
    }()

    private static func folder() -> String {
        let folder = "\(memoryFolder)/fuzzing-\(getpid())"
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        return folder
    }

    private static func inOrder(_ lines: [[UInt8]]) -> [[UInt8]] {
        DumpEntity.allCases.flatMap { entity in lines.filter { $0.starts(with: start(entity)) } }
    }

    private static func start(_ entity: DumpEntity) -> [UInt8] {
        Array("{\"entity\":\"\(entity.rawValue)\"".utf8)
    }

    /// The lines behind a first one, and before one that fits them all.
    private static func signed(_ lines: [[UInt8]]) -> [UInt8] {
        var header = JSONWriter()
        header.begin()
        header.write("notelet_dump", number: StoreDump.formatVersion)
        header.write("schema", number: UInt64(StoreDescription.newestSchemaVersion))
        header.write("created_at", moment: Instant(milliseconds: 0))
        header.write("key", binary: secrets.fingerprint)
        header.write("senders", "revealed")
        header.write("complete", flag: true)
        header.end()
        let records = header.bytes + lines.joined()
        var end = JSONWriter()
        end.begin()
        end.write("end", flag: true)
        end.write("digest", Digest(of: records.span.bytes).hexadecimal)
        end.write("entities") { end in
            for entity in DumpEntity.allCases {
                let own = lines.filter { $0.starts(with: start(entity)) }
                if own.isEmpty, !entity.isListedWhenEmpty { continue }
                end.write(entity.name) { end in
                    end.write("count", number: UInt64(own.count))
                    let bytes = Array(own.joined())
                    end.write("digest", Digest(of: bytes.span.bytes).hexadecimal)
                }
            }
        }
        end.end()
        return records + end.bytes
    }

    private final class Input: DumpInput {
        private var bytes: [UInt8]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        func read() throws(StoreToolError) -> [UInt8] {
            defer { bytes = [] }
            return bytes
        }
    }

    private final class Output: DumpOutput {
        private(set) var bytes: [UInt8] = []

        func write(_ bytes: [UInt8]) throws(StoreToolError) {
            self.bytes += bytes
        }
    }
}

/// A line as somebody reads it who expects something of it.
private struct Questions {
    private var choices: Choices
    private var depth = 0

    /// Writes what was read.
    typealias Member = (inout JSONWriter) -> Void

    private static let countMax: UInt8 = 8
    private static let depthMax = 3

    init(_ choices: Choices) {
        self.choices = choices
    }

    /// Reads some members.
    mutating func members(of line: inout JSONReader) throws(DumpProblem) -> [Member] {
        var members: [Member] = []
        for _ in 0..<choices.next() % Self.countMax { members.append(try member(of: &line)) }
        return members
    }

    private mutating func member(of line: inout JSONReader) throws(DumpProblem) -> Member {
        switch choices.next() % 8 {
        case 0:
            let text = try line.optionalText("a")
            return { $0.write("a", text) }
        case 1:
            let number = try line.optionalNumber("b")
            return { $0.write("b", number: number) }
        case 2:
            let flag = try line.flag("c")
            return { $0.write("c", flag: flag) }
        case 3:
            let moment = try line.optionalMoment("d")
            return { $0.write("d", moment: moment) }
        case 4:
            let id = try line.optionalID("e")
            return { $0.write("e", id: id) }
        case 5:
            let binary = try line.optionalBinary("f")
            return { $0.write("f", binary: binary) }
        case 6:
            let text = try line.text("g")
            return { $0.write("g", text) }
        default:
            return try object(of: &line)
        }
    }

    private mutating func object(of line: inout JSONReader) throws(DumpProblem) -> Member {
        guard depth < Self.depthMax else { return { _ in } }
        var inner = self
        inner.depth += 1
        let members = try line.optionalObject("h") { line throws(DumpProblem) in
            try inner.members(of: &line)
        }
        choices = inner.choices
        return { line in
            guard let members else { return }
            line.write("h") { line in for write in members { write(&line) } }
        }
    }
}
