import AccountRules
import Cryptography
import Domain
import Foundation
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import Records
@testable import Storage
@testable import StorageEngine
@testable import StoreTools

/// What dumps show, and that a store can be made of those that show everything.
@Suite struct DumpTests {
    private func dump(
        _ village: Village,
        _ change: (inout DumpSelection) -> Void = { _ in }
    ) throws -> MemoryOutput {
        village.store.store.close()
        var selection = DumpSelection(senders: .leftOut)
        change(&selection)
        let output = MemoryOutput()
        _ = try StoreFiles(directory: village.store.path)
            .dump(selection, masterKey: village.store.masterKey, to: output) { _ in }
        return output
    }

    @Test func aDumpIsLoadedAndDumpedAgainByteForByte() throws {
        let village = try Village()
        _ = try village.store.revealingDump()
        let first = try village.store.revealingDump()
        let other = village.store.directory.path("other")
        let summary = try StoreLoad(at: other, masterKey: village.store.masterKey)
            .run(from: MemoryInput(first, pieceByteCount: 7)) { _ in }
        #expect(summary.counts.allSatisfy { $0.count > 0 }, "\(summary.counts)")
        let loaded = try RecordStore.openExisting(
            directory: other,
            masterKey: village.store.masterKey,
            now: .epoch
        )
        let output = MemoryOutput()
        _ = try loaded.dump(
            .lines(DumpSelection(senders: .revealed)),
            recording: AuditEntry(operatorName: "", action: "", recordedAt: .epoch),
            to: output,
            progress: { _ in }
        )
        loaded.close()
        #expect(output.text == String(decoding: first, as: UTF8.self))
        let findings = try findingsOfStore(at: other, village.store.masterKey)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theLastLineHasTheDigestOfEachKind() throws {
        let output = try dump(try Village())
        let last = try #require(output.text.split(separator: "\n").last)
        let lines = output.lines(of: .received).map { $0 + "\n" }.joined()
        let digest = Digest(of: Array(lines.utf8).span.bytes).hexadecimal
        let count = output.lines(of: .received).count
        #expect(last.contains("\"received\":{\"count\":\(count),\"digest\":\"\(digest)\"}"))
    }

    /// Whoever reads the dump finds nothing that two notes of one sender have in common.
    @Test func withoutSendersNothingTellsWhoSentAnAnonymousNote() throws {
        let village = try Village()
        let output = try dump(village)
        #expect(output.lines(of: .received).contains { $0.contains(Village.secret) })
        #expect(output.lines(of: .sent).allSatisfy { $0.contains("\"anonymous\":false") })
        for hidden in DumpEntity.allCases where !hidden.isShownWithoutSenders {
            #expect(output.lines(of: hidden).isEmpty)
        }
        for word in [
            "pseudonym", "\"seq\"", "\"sender\"", "password_hash", "digest\":\"A", "link\":\"",
            "\"user\":1", "\"number\":1,\"id\"",
        ] {
            // Surveys have numbers and ids, and are nobody's.
            let lines = output.text.split(separator: "\n").filter {
                !$0.hasPrefix("{\"entity\":\"survey\"")
            }
            #expect(!lines.contains { $0.contains(word) }, "\(word)")
        }
        // Of an anonymous note, what there is depends on the receiver's side alone.
        let note = try #require(output.lines(of: .received).first { $0.contains(Village.secret) })
        let names = note.split(separator: "\"").filter {
            $0.allSatisfy { $0.isLetter || $0 == "_" }
        }
        let known = [
            "entity", "received", "user", "id", "received_at", "anonymous", "content",
            "answer", "answered_at",
        ]
        #expect(Set(names.map(String.init)).isSubset(of: known), "\(names)")
    }

    @Test(arguments: [DumpSelection.Senders.leftOut, .revealed])
    func withoutContentsNothingThatPeopleWroteIsThere(senders: DumpSelection.Senders) throws {
        let village = try Village()
        let whole = String(decoding: try village.store.revealingDump(), as: UTF8.self)
        var selection = DumpSelection(senders: senders)
        selection.contents = .leftOut
        #expect(!selection.isComplete)
        let output = MemoryOutput()
        _ = try village.store.store.dump(
            .lines(selection),
            recording: AuditEntry(operatorName: "root", action: "test", recordedAt: .epoch),
            to: output,
            progress: { _ in }
        )
        for text in [
            Village.secret, "note 1", "answer ", "never arrives", "hidden", "광고",
            "\"detail\"", "\"memo\"", "벤", "through a contact",
        ] {
            #expect(!output.text.contains(text), "\(text)")
        }
        for text in [Village.secret, "never arrives", "벤", "\"memo\""] {
            #expect(whole.contains(text), "the store has \(text)")
        }
        #expect(output.text.hasPrefix("{\"notelet_dump\":1"))
        #expect(output.text.split(separator: "\n")[0].contains("\"contents\":\"left_out\""))
        #expect(output.lines(of: .received).contains { $0.contains("\"answered_at\"") })
        #expect(throws: StoreToolError.self) {
            try StoreLoad(
                at: village.store.directory.path("other"),
                masterKey: village.store.masterKey
            ).run(from: MemoryInput(output.bytes)) { _ in }
        }
    }

    /// No service writes it, but its checksum is right.
    @Test func aRecordLongerThanAnyLineIsDamage() async throws {
        let store = try TestStore()
        store.store.close()
        let engine = try WriteAheadEngine(
            directory: store.path,
            tables: Schema.tableNames
        )
        // Six characters of a line for each.
        let action = String(repeating: "\u{1}", count: DumpLines.lineByteCountMax / 6 + 1)
        let record = AuditRecord(recordedAt: 0, operatorName: "", action: action).encoded()
        try await engine.write { view throws(StorageError) in
            try view.put(record, for: .audit(1), in: .audit)
        }
        engine.close()
        try store.reopen()
        #expect(throws: StoreToolError.damagedRecord(table: "audit")) {
            try store.revealingDump()
        }
    }

    @Test func blocksStandInTheOrderOfNotes() throws {
        let village = try Village()
        let output = try dump(village)
        let blocks = output.lines(of: .block)
        let notes = output.lines(of: .received).compactMap { Self.member("id", of: $0) }
        let places = blocks.compactMap { Self.member("note", of: $0) }.map {
            notes.firstIndex(of: $0)
        }
        #expect(blocks.count == 2)
        #expect(places.map { $0 ?? -1 } == places.compactMap { $0 }.sorted())
    }

    private static func member(_ name: String, of line: Substring) -> Substring? {
        guard let start = line.range(of: "\"\(name)\":\"")?.upperBound else { return nil }
        return line[start...].prefix { $0 != "\"" }
    }

    @Test func recordsAreSelectedByKindPersonAndTime() throws {
        let village = try Village()
        let kinds = try dump(village) { $0.entities = [.user] }
        #expect(kinds.lines(of: .user).count == 2)
        #expect(kinds.lines(of: .received).isEmpty)
        let person = try dump(village) { $0.subject = .username("Ben") }
        #expect(person.lines(of: .user).count == 1)
        #expect(!person.lines(of: .received).isEmpty)
        let everybody = try dump(village)
        #expect(person.lines(of: .received).count < everybody.lines(of: .received).count)
        let later = try dump(village) { $0.since = Instant.epoch.adding(seconds: 60) }
        #expect(later.lines(of: .received).isEmpty)
        let earlier = try dump(village) { $0.until = Instant.epoch.adding(seconds: 60) }
        #expect(earlier.lines(of: .received) == everybody.lines(of: .received))
        #expect(throws: StoreToolError.noSuchUser) {
            _ = try dump(village) { $0.subject = .username("nobody") }
        }
        let id = try #require(
            kinds.text.split(separator: "\"id\":\"").dropFirst().first?.prefix(36)
        )
        let byID = try dump(village) {
            $0.subject = OpaqueID(uuid: String(id)).map { .id($0) }
        }
        #expect(byID.lines(of: .user).count == 1)
    }

    @Test func whatIsNoWholeDumpOfTheStoreIsRefused() throws {
        let village = try Village()
        let whole = try village.store.revealingDump()
        let text = String(decoding: whole, as: UTF8.self)
        let other = village.store.directory.path("other")
        func load(_ bytes: [UInt8], _ key: MasterKey? = nil) -> StoreToolError? {
            do throws(StoreToolError) {
                _ = try StoreLoad(at: other, masterKey: key ?? village.store.masterKey)
                    .run(from: MemoryInput(bytes)) { _ in }
                return nil
            } catch {
                return error
            }
        }
        var random = SeededGenerator()
        for _ in 0..<40 {
            let cut = Int.random(in: 0..<(whole.count - 1), using: &random)
            #expect(load([UInt8](whole.prefix(cut))) != nil, "\(random) \(cut)")
            var flipped = whole
            flipped[cut] ^= 1 << UInt8.random(in: 0..<7, using: &random)
            #expect(load(flipped) != nil, "\(random) \(cut)")
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines.remove(at: lines.count / 2)
        #expect(load(Array(lines.joined(separator: "\n").utf8)) != nil)
        #expect(load(Array((text + text).utf8)) != nil)
        #expect(load(whole, MasterKey(.random())) == .wrongMasterKey)
        #expect(
            load(Array(text.replacing("\"schema\":2", with: "\"schema\":3").utf8))
                == .newerSchema(found: 3, supported: 2)
        )
        let redacted = try dump(village)
        guard case .notLoadable = load(redacted.bytes) else {
            Issue.record("A dump without senders was taken.")
            return
        }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: village.store.directory.path
        )
        #expect(names == ["store"])
    }

    @Test func anEmptyStoreIsFilledAndAnotherIsNot() throws {
        let village = try Village()
        let whole = try village.store.revealingDump()
        let empty = village.store.directory.path("empty")
        try RecordStore.open(directory: empty, masterKey: village.store.masterKey, now: .epoch)
            .close()
        let load = StoreLoad(at: empty, masterKey: village.store.masterKey)
        _ = try load.run(from: MemoryInput(whole)) { _ in }
        #expect(throws: StoreToolError.targetTaken(path: empty, "a store that is not empty")) {
            _ = try load.run(from: MemoryInput(whole)) { _ in }
        }
        let findings = try findingsOfStore(at: empty, village.store.masterKey)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func whatIsShownIsRecordedBeforeItIsShown() throws {
        let village = try Village()
        let output = BrokenOutput()
        #expect(throws: StoreToolError.outputClosed) {
            _ = try village.store.store.dump(
                .lines(DumpSelection(senders: .revealed)),
                recording: AuditEntry(operatorName: "eve", action: "peek", recordedAt: .epoch),
                to: output,
                progress: { _ in }
            )
        }
        #expect(try dump(village).lines(of: .audit).contains { $0.contains("eve") })
    }
}

/// An output that nobody reads.
private final class BrokenOutput: DumpOutput {
    func write(_ bytes: [UInt8]) throws(StoreToolError) { throw .outputClosed }
}
