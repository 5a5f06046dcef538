/// Why an engine ends the process that it works in.
package enum StopReason: Error, Equatable, Sendable {
    /// The disk failed: what is durable is known after a restart alone. It has the sentence.
    case diskFailed(String)
    /// A page of the database is not as it was written, and what was acknowledged cannot be
    /// carried there. It has what was met, in a few words without a full stop.
    case damaged(String)
}

extension StopReason: CustomStringConvertible {
    /// The reason as one sentence.
    package var description: String {
        switch self {
        case .diskFailed(let sentence): sentence
        case .damaged(let what): "The store's database is damaged (\(what))."
        }
    }
}
