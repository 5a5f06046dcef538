/// How a write gets to the service.
public enum WritePolicy: Hashable, Sendable {
    /// It is kept here before the call returns, shown at once as pending, and sent when there is a
    /// way.
    case outbox
    /// The service takes it before the call returns, then the copy; without a way it fails.
    case remoteThenCopy
}
