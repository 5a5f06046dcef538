internal import StorageEngine
internal import Records

// The numbers that the schema gives out.
extension NumberSeries {
    /// The numbers of accounts and guests.
    static let users = NumberSeries(.counter(.counter(.nextUserNumber), in: .counters))

    /// The places of a user's events, which lie in three tables.
    ///
    /// No place is used twice: where an entry is deleted, a later one was added first.
    static let places = NumberSeries(.keys(of: [.inbox, .sent, .changes]))

    /// The numbers of reports.
    static let reports = NumberSeries(.keys(of: [.reports]))

    /// The numbers of entries of the audit log.
    static let audit = NumberSeries(.keys(of: [.audit]))
}
