package import NoteletClient
package import NoteletInterface

/// Why nothing is shown of what the service said.
package typealias AnswerError = AppError

/// Something that the service is asked about who is signed in, and what applications see of it.
package struct Question<Reply: Codable & Sendable, Value: Sendable>: Sendable {
    /// By what the answer is kept; nil where it is not.
    package let name: String?
    /// Asks the service.
    package let ask: @Sendable (Notelet) async throws(NoteletError) -> Reply
    /// What applications see.
    package let shown: @Sendable (Reply) throws(AnswerError) -> Value
}

/// Who answers: the service itself, or somebody who keeps what it said.
package protocol AnswerSource: Sendable {
    /// Answers once.
    ///
    /// - Throws: `AppError`.
    func answer<Reply, Value>(to question: Question<Reply, Value>) async throws -> Value
    /// Has the service change something, after which there may be other answers.
    ///
    /// - Throws: `AppError`.
    func change<Reply: Sendable>(
        _ call: (Notelet) async throws(NoteletError) -> Reply
    ) async throws -> Reply
}

/// Who tells when there is another answer.
package protocol ObservableAnswerSource: AnswerSource {
    /// What is answered now, and again after each change; nil while nobody is signed in.
    func answers<Reply, Value: Equatable>(
        to question: Question<Reply, Value>
    ) -> AsyncStream<Value?>
}

extension RemoteCaller: AnswerSource {
    /// Asks the service.
    package nonisolated func answer<Reply, Value>(
        to question: Question<Reply, Value>
    ) async throws -> Value {
        try question.shown(try await call(question.ask))
    }

    /// Has the service change it, which keeps nothing here.
    package nonisolated func change<Reply: Sendable>(
        _ call: (Notelet) async throws(NoteletError) -> Reply
    ) async throws -> Reply {
        try await self.call(call)
    }
}
