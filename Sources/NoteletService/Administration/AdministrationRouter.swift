internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
package import TTRPC

extension Router {
    /// The routes of an admin listener: what operators ask, and nothing of the public service.
    ///
    /// They are in no other router, so that a public listener does not know them.
    package init(
        administering dependencies: ServiceDependencies,
        access: AdministrationAccess
    ) {
        self.init()
        let endpoint = AdministrationEndpoint(dependencies: dependencies, access: access)
        endpoint.addUsers(to: &self)
        endpoint.addResetCodes(to: &self)
        endpoint.addReports(to: &self)
        endpoint.addNotes(to: &self)
        endpoint.addWords(to: &self)
        endpoint.addStatistics(to: &self)
        endpoint.addTail(to: &self)
    }
}

extension AdministrationEndpoint {
    fileprivate func addUsers(to router: inout Router) {
        read(AdministrationAPI.getUser, in: &router) { request, store, _ throws(DomainError) in
            let command = ShowAccount(try AccountReference(request.reference))
            let (person, holdings) = try command.run(in: store)
            return GetUserResponse(
                user: ManagedUser(person),
                holdings: UserHoldings(holdings)
            )
        }
        read(AdministrationAPI.listUsers, in: &router) {
            request,
            store,
            context throws(DomainError) in
            let command = ListAccounts(
                after: try Self.place(of: request.afterID, in: store),
                size: try PageSize(request.pageSize),
                filter: ListAccounts.Filter(
                    status: try Domain.AccountStatus(filter: request.status),
                    isPremiumOnly: request.premiumOnly
                )
            )
            let (users, next) = try command.run(in: store, at: context.now)
            return ListUsersResponse(
                users: users.map { ManagedUser($0) },
                nextAfterID: next.map { store.userID(of: $0).opaque.bytes } ?? []
            )
        }
        addChange(AdministrationAPI.banUser, .ban, to: &router)
        addChange(AdministrationAPI.unbanUser, .unban, to: &router)
        addChange(AdministrationAPI.deactivateUser, .deactivate, to: &router)
        addChange(AdministrationAPI.activateUser, .activate, to: &router)
        addChange(AdministrationAPI.revokePremium, .revokePremium, to: &router)
        addChange(AdministrationAPI.revokeSessions, .revokeSessions, to: &router)
        addChange(AdministrationAPI.deleteUser, .delete, to: &router)
        write(AdministrationAPI.grantPremium, for: .ordinary, in: &router) {
            request,
            store,
            person,
            context throws(DomainError) in
            let end = Instant(request.expiresAt ?? Timestamp())
            let command = ChangeAccount(
                try UserID(request.id, field: "id"),
                .grantPremium(until: end)
            )
            let changed = try command.run(in: store, by: person, context)
            return ChangeUserResponse(user: changed.map { ManagedUser($0) })
        }
    }

    fileprivate func addResetCodes(to router: inout Router) {
        write(AdministrationAPI.issueResetCode, for: .vital, in: &router) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = try IssueResetCode(
                try UserID(request.id, field: "id"),
                lifetimeSeconds: request.lifetimeSeconds
            )
            let (code, expiresAt) = try command.run(in: store, by: person, context)
            return IssueResetCodeResponse(code: code.text, expiresAt: Timestamp(expiresAt))
        }
    }

    private func addChange(
        _ method: NoteletAPI.MethodDescriptor<ChangeUserRequest, ChangeUserResponse>,
        _ change: ChangeAccount.Change,
        to router: inout Router
    ) {
        write(method, for: .vital, in: &router) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = ChangeAccount(try UserID(request.id, field: "id"), change)
            let changed = try command.run(in: store, by: person, context)
            return ChangeUserResponse(user: changed.map { ManagedUser($0) })
        }
    }

    /// The account after which a page begins; nil for the first page.
    private static func place(
        of id: [UInt8],
        in store: any Reading
    ) throws(DomainError) -> UserNumber? {
        if id.isEmpty { return nil }
        guard let number = store.userNumber(of: try UserID(id, field: "after_id")) else {
            throw .refused(.invalidCursor)
        }
        return number
    }

    fileprivate func addReports(to router: inout Router) {
        read(AdministrationAPI.listReports, in: &router) { request, store, _ throws(DomainError) in
            let command = ListReports(
                before: request.before == 0 ? nil : request.before,
                size: try PageSize(request.pageSize),
                isOpenOnly: request.openOnly
            )
            let (reports, next) = try command.run(in: store)
            return ListReportsResponse(
                reports: reports.map { report in
                    var shown = NoteletAPI.Report(report)
                    shown.detail = ""
                    shown.content = ""
                    return shown
                },
                nextBefore: next ?? 0
            )
        }
        read(AdministrationAPI.getReport, in: &router) { request, store, _ throws(DomainError) in
            guard let report = try store.report(request.number) else {
                throw .refused(.reportNotFound)
            }
            return GetReportResponse(report: NoteletAPI.Report(report))
        }
        write(AdministrationAPI.resolveReport, for: .vital, in: &router) {
            request,
            store,
            person,
            context throws(DomainError) in
            try ResolveReport(number: request.number, text: request.text)
                .run(in: store, by: person, context)
            let report = try store.report(request.number)
            return ResolveReportResponse(report: report.map { NoteletAPI.Report($0) })
        }
        write(AdministrationAPI.revealReportedSender, for: .vital, in: &router) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = RevealReportedSender(number: request.number)
            let sender = try command.run(in: store, by: person, context)
            return RevealReportedSenderResponse(sender: NoteletAPI.NoteSender(sender))
        }
    }

    fileprivate func addNotes(to router: inout Router) {
        write(AdministrationAPI.removeNote, for: .vital, in: &router) {
            request,
            store,
            person,
            context throws(DomainError) in
            let note = try Domain.NoteReference(request.note ?? NoteletAPI.NoteReference())
            try RemoveNote(note, reason: request.reason).run(in: store, by: person, context)
            return RemoveNoteResponse()
        }
        let changes = [
            (AdministrationAPI.banSender, BanSender.Change.ban),
            (AdministrationAPI.unbanSender, .unban),
        ]
        for (method, change) in changes {
            write(method, for: .vital, in: &router) {
                request,
                store,
                person,
                context throws(DomainError) in
                let command = BanSender(try Domain.NoteReference(request), change)
                try command.run(in: store, by: person, context)
                return ChangeSenderResponse()
            }
        }
    }

    fileprivate func addWords(to router: inout Router) {
        read(AdministrationAPI.listWords, in: &router) { _, store, _ throws(DomainError) in
            ListWordsResponse(words: try store.unwantedWords(of: .nobody).map(\.text))
        }
        let changes = [
            (AdministrationAPI.addWord, ChangeUnwantedWords.Change.add),
            (AdministrationAPI.removeWord, .remove),
        ]
        for (method, change) in changes {
            write(method, for: .vital, in: &router) {
                request,
                store,
                person,
                context throws(DomainError) in
                let command = ChangeOperatorWords(try UnwantedWord(request.word), change)
                try command.run(in: store, by: person, context)
                return ChangeWordResponse()
            }
        }
    }

    /// Counts piece by piece, each in a state of its own, and lets others go on in between.
    fileprivate func addStatistics(to router: inout Router) {
        let method = TTRPC.MethodDescriptor(AdministrationAPI.getStatistics)
        router.unary(method) { (request: GetStatisticsRequest, call) -> GetStatisticsResponse in
            _ = try access.operator(on: call.connection)
            call.connection.markAuthenticated()
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
            return GetStatisticsResponse(
                firstDay: statistics.firstDay,
                days: statistics.days.map { NoteletAPI.Tally($0) },
                total: NoteletAPI.Tally(statistics.total)
            )
        }
    }
}
