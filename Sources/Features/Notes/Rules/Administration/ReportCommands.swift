package import AccountRules
package import Domain

/// A page of reports, newest first.
package struct ListReports: Sendable {
    /// Where the page begins: with the report before this one; nil for the newest.
    package let place: UInt64?
    /// The most reports of the page.
    package let size: PageSize
    /// Whether reports that were dealt with are passed over.
    package let isOpenOnly: Bool

    /// Describes the page.
    package init(before place: UInt64?, size: PageSize, isOpenOnly: Bool) {
        self.place = place
        self.size = size
        self.isOpenOnly = isOpenOnly
    }

    /// Reads the page, which ends early after many reports that do not belong to it.
    package func run(
        in store: any NoteAdministrationReading
    ) throws(DomainError) -> (reports: [Report], next: UInt64?) {
        var reports: [Report] = []
        let next = try store.visitReports(
            before: place,
            limit: DomainLimits.recordsPerSearchMax
        ) { report in
            if !isOpenOnly || report.resolution == nil { reports.append(report) }
            return reports.count < size.count ? .next : .last
        }
        return (reports, next)
    }
}

/// Says how a report was dealt with: the operator's act.
package struct ResolveReport: Sendable {
    /// The report's number.
    package let number: UInt64
    /// What was done, at most 1,000 characters; may be empty.
    package let text: String

    /// Checks and gathers the order.
    ///
    /// - Throws: `invalidValue` of `text`.
    package init(number: UInt64, text: String) throws(DomainError) {
        self.number = number
        self.text = try ShortText.checked(
            text,
            field: "text",
            charactersMax: DomainLimits.reportDetailCharactersMax
        )
    }

    /// Stores the resolution; one that was there before gives way, and stays in the audit log.
    ///
    /// - Throws: `reportNotFound`.
    package func run(
        in store: any AccountAdministrationWriting & NoteAdministrationWriting,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let resolution = ReportResolution(
            operatorName: person.name,
            text: text,
            resolvedAt: context.now
        )
        guard try store.resolve(number, resolution) else { throw .refused(.reportNotFound) }
        // With its words: those in the report give way to later ones.
        try store.record(person, "report resolve \(number) --text '\(text)'", context)
    }
}

/// Shows who sent a reported note: recorded before it is told.
package struct RevealReportedSender: Sendable {
    /// The report's number.
    package let number: UInt64

    /// Names the report.
    package init(number: UInt64) {
        self.number = number
    }

    /// Records that it was asked for, and answers.
    ///
    /// - Throws: `reportNotFound`.
    package func run(
        in store: any AccountAdministrationWriting & NoteAdministrationWriting,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> NoteSender {
        guard let sender = try store.reportedSender(of: number) else {
            throw .refused(.reportNotFound)
        }
        try store.record(person, "report show \(number) --reveal-senders", context)
        return sender
    }
}
