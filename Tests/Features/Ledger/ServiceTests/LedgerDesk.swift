import Domain
import Metrics
import NoteletAPI
import TTRPC
import Testing

@testable import Serving

/// An operator who has things moved in the ledger, over a socket.
struct LedgerDesk {
    private typealias API = LedgerAdministrationAPI
    let service: TestService
    private let desk: AdminDesk

    init(of service: TestService) throws {
        self.service = service
        desk = try AdminDesk(of: service)
    }

    func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> Response {
        let client = try await Client.connect(to: desk.address)
        defer { client.close() }
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        return try await client.call(name, request)
    }

    func refusal<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> NoteletAPI.Refusal {
        let error = await #expect(throws: RPCError.self) { _ = try await call(method, request) }
        return try NoteletAPI.Refusal(of: try #require(error).status)
    }

    /// Makes postings, and answers what came of each.
    func post(_ postings: [LedgerPosting]) async throws -> [PostingResult] {
        try await call(API.postTransfers, PostTransfersRequest(postings: postings)).results
    }

    /// Makes a posting of moves, and answers why not.
    func refused(_ moves: [LedgerMove], called name: [UInt8]) async throws -> RefusalReason? {
        let posting = LedgerPosting(reference: name, moves: moves)
        return try await post([posting]).first?.refusal?.reason
    }

    /// Gives somebody points.
    @discardableResult
    func earn(
        _ amount: Int64,
        by person: Person,
        lapsing: Instant? = nil,
        unit: NoteletAPI.LedgerUnit = .points
    ) async throws -> UInt64 {
        var move = LedgerMove.earning(amount, by: person, unit)
        move.expiresAt = lapsing.map { Timestamp($0) }
        let result = try await post([LedgerPosting(reference: .new(), moves: [move])]).first
        return try #require(result).firstTransfer
    }

    func balance(of person: Person, at moment: Instant? = nil) async throws -> GetBalanceResponse {
        let request = GetBalanceRequest(
            account: .own(person),
            at: moment.map { Timestamp($0) }
        )
        return try await call(API.getBalance, request)
    }

    /// The statement of an account, newest first, in pages of two.
    func statement(_ account: NoteletAPI.LedgerAccount) async throws -> [StatementLine] {
        var request = ListTransfersRequest(account: account, pageSize: 2)
        var lines: [StatementLine] = []
        repeat {
            let page = try await call(API.listTransfers, request)
            lines += page.lines
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        return lines
    }

    func verify() async throws -> VerifyLedgerResponse {
        try await call(API.verifyLedger, VerifyLedgerRequest())
    }
}

extension TestService {
    /// What was counted: transfers by their kinds, and refused postings by why.
    func ledgerCounts() -> [String: UInt64] {
        var counts: [String: UInt64] = [:]
        for metric in running.metrics
        where metric.family.name.hasPrefix("notelet_ledger") {
            for sample in metric.samples() {
                guard case .count(let count) = sample.value, count > 0 else { continue }
                counts[sample.labels.map(\.value).joined()] = count
            }
        }
        return counts
    }
}

extension NoteletAPI.LedgerAccount {
    static func own(
        _ person: Person,
        _ unit: NoteletAPI.LedgerUnit = .points
    ) -> NoteletAPI.LedgerAccount {
        NoteletAPI.LedgerAccount(userID: person.user.id, unit: unit, role: .own)
    }

    static func app(
        _ role: LedgerRole,
        _ unit: NoteletAPI.LedgerUnit = .points
    ) -> NoteletAPI.LedgerAccount {
        NoteletAPI.LedgerAccount(unit: unit, role: role)
    }
}

extension LedgerMove {
    static func earning(
        _ amount: Int64,
        by person: Person,
        _ unit: NoteletAPI.LedgerUnit = .points
    ) -> LedgerMove {
        LedgerMove(
            kind: .earn,
            source: .app(.issued, unit),
            destination: .own(person, unit),
            amount: amount
        )
    }

    static func spending(_ amount: Int64, by person: Person) -> LedgerMove {
        LedgerMove(kind: .spend, source: .own(person), destination: .app(.spent), amount: amount)
    }
}

extension [UInt8] {
    /// A name that no posting had.
    static func new() -> [UInt8] { Array("\(UInt64.random(in: 0 ... .max))".utf8) }
}
