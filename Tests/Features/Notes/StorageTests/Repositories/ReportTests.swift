import AccountRules
import Domain
import NoteRules
import NoteletAPI
import StorageEngine
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct ReportTests {
    let store: TestStore
    let receiver: UserNumber
    let sender: UserNumber
    let note: MessageID
    private static let report = NewReport(reason: .spam, detail: "광고", reportedAt: .epoch)

    init() throws {
        store = try TestStore()
        receiver = try store.account("receiver")
        sender = try store.account("sender")
        try store.send("나쁜 말", from: sender, to: receiver)
        let bytes = try store.received(by: receiver).items[0].id
        note = MessageID(try #require(OpaqueID(bytes)))
    }

    private func report(by user: UserNumber) throws(DomainError) -> Bool {
        let note = note
        return try store.write { transaction throws(DomainError) in
            try transaction.addReport(Self.report, about: note, receivedBy: user)
        }
    }

    private func records() throws(DomainError) -> [ReportRecord] {
        try store.read { view throws(DomainError) in
            var records: [ReportRecord] = []
            try view.scan(.reports, .all, .ascending) {
                _,
                value throws(DomainError) in
                records.append(try ReportRecord(value))
                return .next
            }
            return records
        }
    }

    @Test func aReportKeepsWhatTheOperatorNeeds() throws {
        #expect(try report(by: receiver))
        #expect(try records().map(\.detail) == ["광고"])
        try store.removeAndErase(receiver)
        #expect(try !report(by: receiver))
        let records = try records()
        #expect(records.map(\.content) == ["나쁜 말"])
        #expect(records.map(\.sealedSenderRoute?.count) == [16])
        let first = try #require(records.first)
        #expect(first.reason == UInt32(NoteRules.ReportReason.spam.rawValue))
        #expect(first.detail.isEmpty, "what the reporter said goes with the account")
        #expect(first.reportedAt == Instant.epoch.milliseconds)
        #expect(first.receiver == receiver.rawValue && first.sequence > 0)
    }

    @Test("Only the reports of who goes lose words, in steps of any size, through restarts")
    func onlyOwnWordsGo() throws {
        let (receiver, sender) = (receiver, sender)
        let other = try store.account("other")
        for index in 0..<20 {
            let reporter = index % 3 == 0 ? other : receiver
            try store.send("note \(index)", from: sender, to: reporter)
            let newest = try store.received(by: reporter).items.map(\.id)
            let ids = newest.compactMap { OpaqueID($0) }.map { MessageID($0) }
            for id in ids {
                _ = try store.write { transaction throws(DomainError) in
                    try transaction.addReport(Self.report, about: id, receivedBy: reporter)
                }
            }
        }
        let reported = try records()
        let count = reported.count
        #expect(count == 21 && reported.allSatisfy { $0.detail == "광고" })
        try store.write { transaction throws(DomainError) in
            try transaction.remove(receiver, at: .epoch)
        }
        var stepCount = 0
        while try store.write({ transaction throws(DomainError) in
            try transaction.eraseNext(recordCountMax: 3)
        }) {
            #expect(try store.findings().isEmpty)
            try store.reopen()
            stepCount += 1
            try #require(stepCount < 200, "the erasure makes progress")
        }
        #expect(stepCount > 7)
        for record in try records() {
            #expect(record.detail.isEmpty == (record.receiver == receiver.rawValue))
            #expect(!record.content.isEmpty && record.reason > 0)
        }
        #expect(try records().count == count)
        #expect(try store.findings().isEmpty)
    }

    @Test("A note is one report, also once it is answered and its sender has gone")
    func onceReported() throws {
        let before = try store.received(by: receiver).items
        #expect(try report(by: receiver))
        #expect(try store.received(by: receiver).items == before, "its receiver sees no change")
        #expect(try report(by: receiver))
        try store.answer("답", to: note, by: receiver)
        #expect(try report(by: receiver))
        try store.removeAndErase(sender)
        #expect(try report(by: receiver))
        #expect(try records().count == 1)
        #expect(try store.findings().isEmpty)
    }

    @Test func aNoteWithoutASenderIsReportedToo() throws {
        try store.removeAndErase(sender)
        #expect(try report(by: receiver))
        #expect(try report(by: receiver))
        #expect(try records().map(\.sealedSenderRoute) == [nil])
    }

    @Test func onlyTheReceiverCanReport() throws {
        #expect(try !report(by: sender))
        #expect(try records().isEmpty)
    }
}
