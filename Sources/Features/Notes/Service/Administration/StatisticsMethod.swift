internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving
internal import TTRPC

extension NoteAdministrationMethods {
    /// Counts piece by piece, each in a state of its own, and lets others go on in between.
    func getStatistics(_ method: AdministrationAPI.GetStatistics) -> AdministrationRoute {
        AdministrationRoute(method) { router in
            router.unary(TTRPC.MethodDescriptor(method)) {
                (request: GetStatisticsRequest, call) -> GetStatisticsResponse in
                _ = try endpoint.access.operator(on: call.connection)
                call.connection.markAuthenticated()
                let statistics = try await statistics(of: request)
                return GetStatisticsResponse(
                    firstDay: statistics.firstDay,
                    days: statistics.days.map { NoteletAPI.Tally($0) },
                    total: NoteletAPI.Tally(statistics.total)
                )
            }
        }
    }

    private func statistics(of request: GetStatisticsRequest) async throws -> Statistics {
        var statistics = try statusThrowing { () throws(DomainError) in
            try Statistics(firstDay: request.firstDay, dayCount: request.dayCount)
        }
        for kind in FactKind.allCases {
            var place: FactPlace?
            repeat {
                try Task.checkCancellation()
                place = try statusThrowing { () throws(DomainError) in
                    try dependencies.store.read { store throws(DomainError) in
                        try statistics.count(kind, after: place, in: store)
                    }
                }
                await Task.yield()
            } while place != nil
        }
        return statistics
    }
}
