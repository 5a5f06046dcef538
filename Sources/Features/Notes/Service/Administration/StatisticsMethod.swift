internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving

extension NoteAdministrationMethods {
    /// Counts piece by piece, each in a state of its own, and lets others go on in between.
    func getStatistics(_ method: AdministrationAPI.GetStatistics) -> ServedMethod {
        endpoint.answer(method) { request, _ async throws(DomainError) in
            let statistics = try await statistics(of: request)
            return GetStatisticsResponse(
                firstDay: statistics.firstDay,
                days: statistics.days.map { NoteletAPI.Tally($0) },
                total: NoteletAPI.Tally(statistics.total)
            )
        }
    }

    private func statistics(
        of request: GetStatisticsRequest
    ) async throws(DomainError) -> Statistics {
        var statistics = try Statistics(firstDay: request.firstDay, dayCount: request.dayCount)
        for kind in FactKind.allCases {
            var place: FactPlace?
            repeat {
                guard !Task.isCancelled else {
                    throw .storeUnavailable("nobody waits for these numbers any more")
                }
                place = try dependencies.store.read { store throws(DomainError) in
                    try statistics.count(kind, after: place, in: store)
                }
                await Task.yield()
            } while place != nil
        }
        return statistics
    }
}
