import Cryptography
import Foundation
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Dumps whose digests are right and whose lines are not: what remains when nothing but the lines
/// themselves can tell.
@Suite struct ForgedDumpTests {
    private let village: Village
    /// The lines of a dump in which each kind occurs, their ends left out.
    private let lines: [String]

    init() throws {
        village = try Village()
        // The first dump is what gives the second an entry of the audit log.
        _ = try village.store.revealingDump()
        let dump = try village.store.revealingDump()
        lines = String(decoding: dump, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Why a dump of lines with the right digests is refused; nil if it is not.
    private func problem(of lines: [String]) -> StoreToolError? {
        do throws(StoreToolError) {
            let path = village.store.directory.path("forged")
            _ = try StoreLoad(at: path, masterKey: village.store.masterKey)
                .run(from: MemoryInput(Self.signed(lines), pieceByteCount: 4096)) { _ in }
            return nil
        } catch {
            return error
        }
    }

    /// Lines without their last one, and one that fits them.
    private static func signed(_ lines: [String]) -> [UInt8] {
        func digest(_ lines: some Sequence<String>) -> String {
            Digest(of: Array(lines.map { $0 + "\n" }.joined().utf8).span.bytes).hexadecimal
        }
        let records = lines.dropLast()
        let sections = DumpEntity.allCases.map { entity in
            let own = records.filter { $0.hasPrefix("{\"entity\":\"\(entity.rawValue)\"") }
            return "\"\(entity.rawValue)\":{\"count\":\(own.count),\"digest\":\"\(digest(own))\"}"
        }
        let end =
            "{\"end\":true,\"digest\":\"\(digest(records))\","
            + "\"entities\":{\(sections.joined(separator: ","))}}\n"
        return Array((records.map { $0 + "\n" }.joined() + end).utf8)
    }

    private func index(of entity: DumpEntity) throws -> Int {
        let beginning = "{\"entity\":\"\(entity.rawValue)\","
        return try #require(lines.firstIndex { $0.hasPrefix(beginning) }, "\(entity)")
    }

    @Test func theSameLinesSignedAgainAreLoaded() throws {
        #expect(problem(of: lines) == nil)
    }

    @Test("Lines that are not as they were written are refused", arguments: DumpEntity.allCases)
    func changedLines(entity: DumpEntity) throws {
        let index = try index(of: entity)
        let line = lines[index]
        func expectRefusal(_ what: String, _ replacement: [String]) {
            var changed = lines
            changed.replaceSubrange(index...index, with: replacement)
            let problem = self.problem(of: changed)
            guard case .badLine(let number, _) = problem else {
                Issue.record("\(what) of \(entity) was taken: \(String(describing: problem)).")
                return
            }
            #expect(number >= index + 1)
        }
        expectRefusal("A line twice", [line, line])
        expectRefusal("One more member", [line.dropLast() + ",\"more\":1}"])
        expectRefusal("A member twice", [line.dropLast() + "," + line.dropFirst()])
        expectRefusal("A foreign kind", [line.replacing(entity.rawValue, with: "stranger")])
        expectRefusal("Half a line", [String(line.prefix(line.count / 2))])
        expectRefusal(
            "Half a line and the rest",
            [
                String(line.prefix(line.count / 2)), String(line.dropFirst(line.count / 2)),
            ]
        )
        expectRefusal("An empty line", ["", line])
        expectRefusal("White space", [" " + line])
        let members = line.split(separator: ",")
        expectRefusal("A missing member", [([members[0]] + members[2...]).joined(separator: ",")])
        expectRefusal(
            "A number beyond all",
            [
                line.replacing(/:\d+/, with: ":99999999999999999999", maxReplacements: 1)
                    .replacing(/"id":"[^"]*"/, with: "\"id\":\"\"")
            ]
        )
    }

    /// A member that may be missing is one that the dump of what was loaded lacks as well.
    @Test("A line without a member is refused or loaded as it is", arguments: DumpEntity.allCases)
    func missingMembers(entity: DumpEntity) throws {
        let index = try index(of: entity)
        let line = lines[index]
        for member in Self.members(of: line).dropFirst() {
            var changed = lines
            changed[index] = line.replacing("," + member, with: "", maxReplacements: 1)
            let problem = problem(of: changed)
            if problem == nil {
                let again = try dumpOfForged().split(separator: "\n").map(String.init)
                #expect(again.dropLast() == changed.dropLast(), "without \(member)")
            } else if case .badLine = problem {
            } else {
                Issue.record("without \(member): \(String(describing: problem))")
            }
            removeForged()
        }
    }

    /// The members of a line, each with its name, as they are written.
    private static func members(of line: String) -> [String] {
        var members: [String] = [""]
        var (depth, isInText, isEscaped) = (0, false, false)
        for character in line.dropFirst().dropLast() {
            if !isInText, depth == 0, character == "," {
                members.append("")
                continue
            }
            members[members.count - 1].append(character)
            switch character {
            case "\"" where !isEscaped: isInText.toggle()
            case "{", "[": if !isInText { depth += 1 }
            case "}", "]": if !isInText { depth -= 1 }
            default: break
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return members
    }

    /// The whole dump of what was loaded.
    private func dumpOfForged() throws(StoreToolError) -> String {
        let output = MemoryOutput()
        let secrets = village.store.store.secrets
        let files = try StoreFiles(directory: village.store.directory.path("forged"))
        _ = try files.read { view throws(StoreToolError) in
            try StoreDump(
                view: view,
                secrets: secrets,
                selection: DumpSelection(senders: .revealed),
                progress: { _ in }
            ).write(to: output)
        }
        return output.text
    }

    @Test func linesOutOfTheirOrderAreRefused() throws {
        for entity in [DumpEntity.user, .received, .sent, .change] {
            let index = try index(of: entity)
            var swapped = lines
            swapped.swapAt(index, index + 1)
            #expect(problem(of: swapped) != nil, "\(entity)")
            var torn = lines
            let line = torn.remove(at: index)
            torn.insert(line, at: torn.count - 1)
            #expect(problem(of: torn) != nil, "\(entity)")
        }
    }

    /// Whatever a byte becomes, it is refused or it is a fact like another; nothing traps.
    @Test func anyByteMayBeAnother() throws {
        var random = SeededGenerator()
        for _ in 0..<100 {
            let index = Int.random(in: 0..<(lines.count - 1), using: &random)
            var line = Array(lines[index].utf8)
            let place = Int.random(in: line.indices, using: &random)
            line[place] = UInt8.random(in: .min ... .max, using: &random)
            var changed = lines
            changed[index] = String(decoding: line, as: UTF8.self)
            switch problem(of: changed) {
            case nil, .badLine?, .notDump?, .notLoadable?, .wrongMasterKey?, .newerSchema?: break
            case let other?: Issue.record("\(random), \(changed[index]): \(other)")
            }
            removeForged()
        }
    }

    private func removeForged() {
        try? FileManager.default.removeItem(atPath: village.store.directory.path("forged"))
    }

    @Test("A line is as long as any that a dump has, or refused", arguments: [0, 1])
    func longestLines(surplus: Int) throws {
        let index = try index(of: .audit)
        let end = try #require(lines[index].range(of: "\"}", options: .backwards))
        let missing = DumpLines.lineByteCountMax - lines[index].utf8.count - 1 + surplus
        var changed = lines
        changed[index].insert(
            contentsOf: String(repeating: "x", count: missing),
            at: end.lowerBound
        )
        let tooLong = StoreToolError.notDump("it has a line longer than any of a dump")
        #expect(problem(of: changed) == (surplus == 0 ? nil : tooLong))
    }

    @Test func aLineWithoutEndIsRefusedInBoundedMemory() throws {
        for beginning in [
            "", lines[0] + "\n", lines[0] + "\n" + "{\"entity\":\"user\",\"number\":",
        ] {
            let input = EndlessInput(Array(beginning.utf8))
            let path = village.store.directory.path("endless")
            let load = StoreLoad(at: path, masterKey: village.store.masterKey)
            var problem: StoreToolError?
            do throws(StoreToolError) {
                _ = try load.run(from: input) { _ in }
            } catch {
                problem = error
            }
            #expect(problem == .notDump("it has a line longer than any of a dump"))
            #expect(input.byteCount <= DumpLines.lineByteCountMax + 2 * EndlessInput.pieceByteCount)
        }
    }
}

/// A dump whose last line never ends.
private final class EndlessInput: DumpInput {
    private var beginning: [UInt8]
    private(set) var byteCount = 0

    static let pieceByteCount = 64 << 10

    init(_ beginning: [UInt8]) {
        self.beginning = beginning
    }

    func read() throws(StoreToolError) -> [UInt8] {
        defer { beginning = [] }
        let piece = beginning + [UInt8](repeating: UInt8(ascii: "9"), count: Self.pieceByteCount)
        byteCount += piece.count
        return piece
    }
}
