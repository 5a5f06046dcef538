public import Foundation

/// A failure that has a sentence for people.
public protocol PresentableError: LocalizedError, Equatable {
    /// What is shown to people.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    func text(in language: TextLanguage) -> String

    /// What a screen shows that offers to do something about it; the same unless told otherwise.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    func screenText(in language: TextLanguage) -> String

    /// What can be done about it.
    var action: ErrorAction { get }
}

extension PresentableError {
    /// The sentence in the language of whoever uses the device.
    public var errorDescription: String? { text(in: .preferred) }

    /// The sentence that is shown anywhere.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    public func screenText(in language: TextLanguage) -> String { text(in: language) }

    /// What a screen shows of it.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: The sentence, and what can be done.
    public func toUiError(in language: TextLanguage = .preferred) -> UiError {
        UiError(message: screenText(in: language), action: action)
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
    public init?(_ error: any Error, in language: TextLanguage = .preferred) {
        guard let error = presentable(error) else { return nil }
        self = error.toUiError(in: language)
    }
}

/// Takes what a repository or a use case threw; nil of a `CancellationError`, which is no failure.
func presentable(_ error: any Error) -> (any PresentableError)? {
    error as? any PresentableError ?? AppError(error)
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
