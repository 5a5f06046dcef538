public import Foundation

/// A failure that has a sentence for people.
public protocol PresentableError: LocalizedError {
    /// What is shown to people.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    func text(in language: TextLanguage) -> String

    /// What can be done about it.
    var action: ErrorAction { get }
}

extension PresentableError {
    /// The sentence in English.
    public var errorDescription: String? { text(in: .en) }

    /// What a screen shows of it.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: The sentence, and what can be done.
    public func toUiError(in language: TextLanguage = .en) -> UiError {
        UiError(message: text(in: language), action: action)
    }
}

/// What a screen shows of a failure.
public struct UiError: Hashable, Sendable {
    /// The sentence.
    public let message: String
    /// What can be done; nil for nothing.
    public let action: ErrorAction?

    /// Joins both.
    ///
    /// - Parameters:
    ///   - message: The sentence.
    ///   - action: What can be done.
    public init(message: String, action: ErrorAction? = nil) {
        self.message = message
        self.action = action
    }

    /// Takes what a repository or a use case threw; nil of a `CancellationError`, which is no
    /// failure.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - language: The language of whoever reads it.
    public init?(_ error: any Error, in language: TextLanguage = .en) {
        guard let known = error as? any PresentableError ?? AppError(error) else { return nil }
        self = known.toUiError(in: language)
    }
}

/// What can be done about a failure.
public enum ErrorAction: Hashable, Sendable {
    /// Try it again.
    case retry
    /// Sign in.
    case login
    /// Take note of it.
    case dismiss
}
