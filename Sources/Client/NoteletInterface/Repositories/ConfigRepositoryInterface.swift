/// Reads what the operator published for applications, where the service offers that.
///
/// It is the application's and no person's: it is there before anybody signs in, and stays when
/// somebody signs out.
public protocol ConfigRepositoryInterface: Sendable {
    /// What was published last, as far as is known here: at once, also without a network.
    func currentConfig() async -> PublishedConfig
    /// Asks whether something newer was published, and keeps it.
    ///
    /// - Throws: `AppError`.
    @discardableResult
    func refreshConfig() async throws -> PublishedConfig
    /// What is known now, and again after each publication, without end.
    ///
    /// It is asked for at the beginning and from time to time, and is told at once while somebody
    /// is signed in. Who is slow misses what was in between, never what is last.
    func observeConfig() -> AsyncStream<PublishedConfig>
}
