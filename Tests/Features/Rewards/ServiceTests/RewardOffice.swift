import Metrics
import NoteletAPI
import Testing

@testable import Serving

/// A service with rewards, an operator, and two people.
struct RewardOffice {
    private typealias Desk = RewardsAdministrationAPI
    let service: TestService
    let desk: LedgerDesk
    let anna: Person
    let ben: Person

    init() async throws {
        service = try TestService()
        desk = try LedgerDesk(of: service)
        anna = try await service.person("anna")
        ben = try await service.person("ben")
    }

    func create(
        _ title: String = "アンケート1",
        _ change: (inout NoteletAPI.Survey) -> Void = { _ in }
    ) async throws -> ListedSurvey {
        var survey = NoteletAPI.Survey.sample(title, from: service.clock.now())
        change(&survey)
        let request = CreateSurveyRequest(survey: survey, reference: .new())
        return try #require(try await desk.call(Desk.createSurvey, request).survey)
    }

    /// What somebody got and spent of points, newest first.
    func transactions(of person: Person? = nil) async throws -> [PointTransaction] {
        let request = ListTransactionsRequest()
        return try await call(RewardsAPI.listTransactions, request, as: person).transactions
    }

    func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as person: Person? = nil,
        key: String? = nil
    ) async throws -> Response {
        try await service.call(method, request, as: (person ?? anna).caller, key: key)
    }

    func refusal<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as person: Person? = nil
    ) async throws -> NoteletAPI.Refusal {
        try await service.refusal(method, request, as: (person ?? anna).caller)
    }

    func points(_ person: Person? = nil) async throws -> PointBalance {
        let response = try await call(RewardsAPI.getBalance, GetPointsRequest(), as: person)
        return try #require(response.balance)
    }

    /// How often each deed was counted.
    func counts() -> [String: UInt64] {
        var counts: [String: UInt64] = [:]
        for metric in service.running.metrics
        where metric.family.name == "notelet_rewards_total" {
            for sample in metric.samples() {
                guard case .count(let count) = sample.value, count > 0 else { continue }
                counts[sample.labels.map(\.value).joined()] = count
            }
        }
        return counts
    }
}
