internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves what operators ask about notes: here reports, and what is done about the notes and
/// senders that they are about.
struct NoteAdministrationMethods: NotesAdministrationService {
    let endpoint: AdministrationEndpoint
    /// Tells operators who watch what happens.
    let tails: TailHub

    var dependencies: ServiceDependencies { endpoint.dependencies }

    func listReports(_ method: AdministrationAPI.ListReports) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
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
    }

    func getReport(_ method: AdministrationAPI.GetReport) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            guard let report = try store.report(request.number) else {
                throw .refused(.reportNotFound)
            }
            return GetReportResponse(report: NoteletAPI.Report(report))
        }
    }

    func resolveReport(_ method: AdministrationAPI.ResolveReport) -> ServedMethod {
        endpoint.change(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            try ResolveReport(number: request.number, text: request.text)
                .run(in: store, by: person, context)
            let report = try store.report(request.number)
            return ResolveReportResponse(report: report.map { NoteletAPI.Report($0) })
        }
    }

    func revealReportedSender(
        _ method: AdministrationAPI.RevealReportedSender
    ) -> ServedMethod {
        endpoint.change(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = RevealReportedSender(number: request.number)
            let sender = try command.run(in: store, by: person, context)
            return RevealReportedSenderResponse(sender: NoteletAPI.NoteSender(sender))
        }
    }

    func removeNote(_ method: AdministrationAPI.RemoveNote) -> ServedMethod {
        endpoint.perform(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            let note = try NoteRules.NoteReference(request.note ?? NoteletAPI.NoteReference())
            try RemoveNote(note, reason: request.reason).run(in: store, by: person, context)
        }
    }

    func banSender(_ method: AdministrationAPI.BanSender) -> ServedMethod {
        change(.ban, by: method)
    }

    func unbanSender(_ method: AdministrationAPI.UnbanSender) -> ServedMethod {
        change(.unban, by: method)
    }

    private func change(
        _ change: BanSender.Change,
        by method: MethodDescriptor<NoteletAPI.NoteReference, ChangeSenderResponse>
    ) -> ServedMethod {
        endpoint.perform(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = BanSender(try NoteRules.NoteReference(request), change)
            try command.run(in: store, by: person, context)
        }
    }
}
