/// What a call carries, and the log-in that it is of: a call that was begun in one goes on in no
/// other.
struct AccessToken: Hashable, Sendable {
    /// What is sent; a secret.
    let text: String
    /// As `StoredSession.label`.
    let label: String

    /// The token of a session.
    init(of session: StoredSession) {
        text = session.accessToken
        label = session.label
    }
}
