public import NoteletClient

extension Notelet {
    /// The most events that one call of `logEvents` takes.
    public static var eventsPerCallMax: Int { 100 }
}
