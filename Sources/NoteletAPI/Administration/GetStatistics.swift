/// The request of `Administration.GetStatistics`.
package struct GetStatisticsRequest: Codable, Hashable, Sendable {
    /// The first day, counted from 1970-01-01 in UTC.
    package var firstDay: UInt32
    /// How many days, 1 to 3,660.
    package var dayCount: UInt32

    private enum CodingKeys: Int, CodingKey {
        case firstDay = 1
        case dayCount = 2
    }

    /// Creates the message; what is left out is empty.
    package init(firstDay: UInt32 = 0, dayCount: UInt32 = 0) {
        self.firstDay = firstDay
        self.dayCount = dayCount
    }
}

/// The response of `Administration.GetStatistics`.
package struct GetStatisticsResponse: Codable, Hashable, Sendable {
    /// The first day, counted from 1970-01-01 in UTC.
    package var firstDay: UInt32
    /// One for each day asked for.
    package var days: [Tally]
    /// Everything that is stored, whenever it was.
    package var total: Tally?

    private enum CodingKeys: Int, CodingKey {
        case firstDay = 1
        case days = 2
        case total = 3
    }

    /// Creates the message; what is left out is empty.
    package init(firstDay: UInt32 = 0, days: [Tally] = [], total: Tally? = nil) {
        self.firstDay = firstDay
        self.days = days
        self.total = total
    }
}

/// What happened on a day, or on all; of what is still stored.
package struct Tally: Codable, Hashable, Sendable {
    /// Accounts that were opened.
    package var accounts: UInt64
    /// Notes sent through personal links.
    package var notesByLink: UInt64
    /// Notes sent through contacts.
    package var notesByContact: UInt64
    /// Answers.
    package var answers: UInt64
    /// Blocks.
    package var blocks: UInt64
    /// Reports.
    package var reports: UInt64
    /// Notes, counted by their door as well, that did not arrive for a word in them.
    package var filteredNotes: UInt64

    private enum CodingKeys: Int, CodingKey {
        case accounts = 1
        case notesByLink = 2
        case notesByContact = 3
        case answers = 4
        case blocks = 5
        case reports = 6
        case filteredNotes = 7
    }

    /// Creates the message; what is left out is empty.
    package init(
        accounts: UInt64 = 0,
        notesByLink: UInt64 = 0,
        notesByContact: UInt64 = 0,
        answers: UInt64 = 0,
        blocks: UInt64 = 0,
        reports: UInt64 = 0,
        filteredNotes: UInt64 = 0
    ) {
        self.accounts = accounts
        self.notesByLink = notesByLink
        self.notesByContact = notesByContact
        self.answers = answers
        self.blocks = blocks
        self.reports = reports
        self.filteredNotes = filteredNotes
    }
}
