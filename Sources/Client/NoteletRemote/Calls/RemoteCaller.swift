package import Foundation
package import NoteletClient
internal import NoteletInterface

/// Calls the service for repositories: their errors are sorted, and they know who is signed in.
package actor RemoteCaller {
    /// The connection.
    package nonisolated let notelet: Notelet
    private var known: Known?

    /// Who was found to be signed in, as long as that session goes on.
    private struct Known {
        let label: String?
        let userId: UUID
    }

    /// Calls by a connection.
    ///
    /// - Parameter notelet: The connection.
    package init(_ notelet: Notelet) {
        self.notelet = notelet
    }

    /// Calls, and sorts what goes wrong.
    ///
    /// - Parameter body: Makes the call.
    /// - Returns: What it returns.
    /// - Throws: `AppError`; `CancellationError` where the task was cancelled, which is no failure.
    package nonisolated func call<Value: Sendable>(
        _ body: (Notelet) async throws(NoteletError) -> Value
    ) async throws -> Value {
        let wasSignedIn = (try? await notelet.isSignedIn()) ?? false
        do throws(NoteletError) {
            return try await body(notelet)
        } catch {
            // What the service calls so is a failure of its own.
            if error.code == .cancelled, Task.isCancelled { throw CancellationError() }
            throw AppError(error, wasSignedIn: wasSignedIn)
        }
    }

    /// The account that is signed in; asked for once a session.
    ///
    /// - Returns: Its id.
    /// - Throws: `AppError`, `auth` where nobody is.
    package func userId() async throws -> UUID {
        let label = try await sessionLabel()
        if let known, known.label == label { return known.userId }
        let user = try await call { (notelet) throws(NoteletError) in
            try await notelet.profile()
        }
        let id = try UUID(required: user.id)
        known = Known(label: label, userId: id)
        return id
    }

    /// Demands that an account is the one that is signed in: of others there is nothing to see.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `AppError`, `data` with `notFound` where it is another's.
    package func require(_ userId: UUID) async throws {
        guard try await self.userId() == userId else { throw AppError.data(.notFound()) }
    }

    /// What tells the log-in of the session from others; nil where nobody is signed in.
    ///
    /// - Returns: The label.
    /// - Throws: `AppError`, `unknown` where the session cannot be read.
    package nonisolated func sessionLabel() async throws -> String? {
        try await call { (notelet) throws(NoteletError) in try await notelet.sessionLabel() }
    }
}
