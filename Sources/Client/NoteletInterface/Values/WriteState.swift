/// How far something that was written here has got.
public enum WriteState: Hashable, Sendable {
    /// The service keeps it.
    case saved
    /// It is kept here, and goes to the service when there is a way.
    case pending
    /// The service said no: it can be changed, tried again or dropped.
    case failed(AppError)
    /// Nobody can tell whether the service has it: send it again?
    case unknown
}
