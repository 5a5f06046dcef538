import AccountRules
import Domain
import NoteRules
import StorageEngine
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

@Suite struct AdministrationTests {
    private let village: Village
    private var store: TestStore { village.store }

    init() throws {
        village = try Village()
    }

    private func reports(
        limit: Int,
        before number: UInt64? = nil
    ) throws -> (reports: [Report], next: UInt64?) {
        try store.read { view throws(DomainError) in
            var reports: [Report] = []
            let next = try view.visitReports(before: number, limit: limit) { report in
                reports.append(report)
                return .next
            }
            return (reports, next)
        }
    }

    private func audit() throws -> [AuditRecord] {
        try store.read { view throws(DomainError) in
            var records: [AuditRecord] = []
            try view.scan(.audit, .all, .ascending) {
                _,
                value throws(DomainError) in
                records.append(try AuditRecord(value))
                return .next
            }
            return records
        }
    }

    @Test func reportsComeNewestFirstPageByPage() throws {
        let all = try reports(limit: 10)
        #expect(all.reports.map(\.number) == [2, 1] && all.next == nil)
        let first = try reports(limit: 1)
        #expect(first.reports.map(\.number) == [2] && first.next == 2)
        let second = try reports(limit: 1, before: first.next)
        #expect(second.reports.map(\.number) == [1] && second.next == nil)
        #expect(try reports(limit: 1, before: 1).reports.isEmpty)
        #expect(all.reports.allSatisfy { $0.detail == "광고" && $0.reason == .spam })
    }

    @Test func aResolutionStaysUntilTheNext() throws {
        let first = ReportResolution(operatorName: "root", text: "first", resolvedAt: .epoch)
        let second = ReportResolution(operatorName: "op", text: "", resolvedAt: .epoch)
        for resolution in [first, second] {
            let isKept = try store.write { transaction throws(DomainError) in
                try transaction.resolve(2, resolution)
            }
            #expect(isKept)
            try store.reopen()
            let report = try store.read { view throws(DomainError) in try view.report(2) }
            #expect(report?.resolution == resolution)
        }
        let isKept = try store.write { transaction throws(DomainError) in
            try transaction.resolve(3, first)
        }
        #expect(!isKept)
        #expect(try store.findings().isEmpty)
    }

    @Test func theAuditLogGrowsAndKeepsItsOrder() throws {
        let before = try audit()
        for number in 0..<3 {
            let entry = AuditEntry(operatorName: "root", action: "\(number)", recordedAt: .epoch)
            try store.write { transaction throws(DomainError) in try transaction.record(entry) }
        }
        #expect(try audit().map(\.action) == before.map(\.action) + ["0", "1", "2"])
    }

    @Test func aSenderIsAnAccountAGuestOrGone() throws {
        var kinds: [String: NoteSender] = [:]
        let ben = village.ben
        try store.read { view throws(DomainError) in
            try view.scan(.inbox, .all(of: ben), .ascending) { key, value throws(DomainError) in
                let place = Place(ben, Sequence(try key.number(at: 8, of: .received)))
                let id = view.secrets.identifiers.receivedID(place)
                let note = try view.receivedMessage(at: place)
                kinds[note?.content.text ?? ""] = try view.sender(of: id, receivedBy: ben)
                #expect(try view.sender(of: id, receivedBy: village.anna) == nil)
                return .next
            }
        }
        let ids = try store.read { view throws(DomainError) in
            (view.userID(of: village.anna), view.userID(of: village.guest))
        }
        #expect(kinds[Village.secret] == .account(ids.0, Username(stored: "anna")))
        #expect(kinds["note 1"] == .guest(ids.1))
        // Of those who went, one is erased and the other is being erased.
        #expect(kinds["in the dark"] == .gone)
    }

    @Test func aReportKnowsItsSenderWithoutShowing() throws {
        let senders = try store.read { view throws(DomainError) in
            [try view.reportedSender(of: 1), try view.reportedSender(of: 3)]
        }
        #expect(senders[0] != nil && senders[1] == nil)
    }

    @Test func factsAreCountedWhateverThePieces() throws {
        let whole = try tally(limit: 10_000)
        for limit in [1, 3, 7] { #expect(try tally(limit: limit) == whole) }
        #expect(whole[.accounts] == 2 && whole[.blocks] == 2 && whole[.reports] == 2)
        #expect(whole[.answers] == 4)
        #expect((whole[.notes] ?? 0) > 12)
        let doors = try doors()
        #expect(doors.contains(.link) && doors.filter { $0 == .contact }.count == 2)
    }

    @Test func filesShowWhatTheStoreShows() throws {
        let live = try reports(limit: 10).reports
        store.store.close()
        let files = try StoreFiles(directory: store.path)
        let read = try files.read(masterKey: store.masterKey) { view throws(DomainError) in
            try ListReports(before: nil, size: .standard, isOpenOnly: false).run(in: view).reports
        }
        #expect(read == live)
        #expect(throws: StoreToolError.records(.refused(.userNotFound))) {
            try files.read(masterKey: store.masterKey) { view throws(DomainError) in
                try ShowAccount(.username("nobody")).run(in: view)
            }
        }
        #expect(throws: StoreToolError.wrongMasterKey) {
            try files.read(masterKey: TestStore().masterKey) { _ in }
        }
    }

    @Test func eventsAreToldOnlyWhileSomebodyWatches() throws {
        let news = NewsLog()
        store.store.observe { news.add($0.events) }
        try store.send("before", from: village.anna, to: village.ben)
        store.store.tellEvents(true)
        try store.send("seen", from: village.anna, to: village.ben)
        store.store.tellEvents(false)
        try store.send("after", from: village.anna, to: village.ben)
        #expect(news.events.count == 1)
        guard case .received(let id, let user)? = news.events.first else {
            Issue.record("a note is an event of its receiver")
            return
        }
        let message = try store.read { view throws(DomainError) in
            try view.message(id, of: user)
        }
        #expect(user == village.ben && message != nil)
    }

    private func tally(limit: Int) throws -> [FactKind: Int] {
        var counts: [FactKind: Int] = [:]
        for kind in FactKind.allCases {
            counts[kind] = try facts(kind, limit: limit).count
        }
        return counts
    }

    private func doors() throws -> [Door] {
        try facts(.notes, limit: 100).compactMap { fact in
            if case .note(_, let door) = fact { door } else { nil }
        }
    }

    private func facts(_ kind: FactKind, limit: Int) throws -> [Fact] {
        var facts: [Fact] = []
        var place: FactPlace?
        repeat {
            place = try store.read { view throws(DomainError) in
                try view.visitFacts(kind, after: place, limit: limit) { facts.append($0) }
            }
        } while place != nil
        return facts
    }
}
