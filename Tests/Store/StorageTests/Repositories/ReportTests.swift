import Domain
import NoteletAPI
import Testing

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
            try (view as? StoreView)?.scan(.reports, .all, .ascending) {
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
        try store.removeAndErase(receiver)
        #expect(try !report(by: receiver))
        let records = try records()
        #expect(records.map(\.content) == ["나쁜 말"])
        #expect(records.map(\.sealedSenderRoute?.count) == [16])
        let first = try #require(records.first)
        #expect(first.reason == UInt32(Domain.ReportReason.spam.rawValue) && first.detail == "광고")
        #expect(first.reportedAt == Instant.epoch.milliseconds)
        #expect(first.receiver == receiver.rawValue && first.sequence > 0)
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
