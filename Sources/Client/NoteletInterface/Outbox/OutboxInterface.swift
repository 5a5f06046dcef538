public import Foundation

/// The writes that the service has not taken yet, in the order in which they were asked for.
///
/// Those that wait are sent by themselves. One that was refused, or of which nobody can tell
/// whether it arrived, is here until somebody decides.
public protocol OutboxInterface: Sendable {
    /// All of them.
    ///
    /// - Throws: `AppError`.
    func fetchWrites() async throws -> [PendingWrite]

    /// All of them now, and again after each change.
    func observeWrites() -> AsyncStream<[PendingWrite]>

    /// Sends a write that was refused, or that may have arrived, once more; one that may have
    /// arrived may be there twice then.
    ///
    /// - Throws: `AppError`, `data` with `notFound` where it is here no more.
    func retry(_ id: UUID) async throws

    /// Changes what a note, an answer or a message says that has not gone out, and sends it.
    ///
    /// - Throws: `AppError`, `data` with `notFound` where it is here no more, and with `conflict`
    ///   where it is no text or may have arrived already.
    func edit(_ id: UUID, content: String) async throws

    /// Gives a write up; one that is on its way may arrive nevertheless.
    ///
    /// - Throws: `AppError`, `data` with `notFound` where it is here no more.
    func drop(_ id: UUID) async throws
}
