public import Foundation

extension NoteletError: LocalizedError {
    /// The sentence to show, in the language that the person prefers.
    public var errorDescription: String? {
        text(in: Locale.preferredLanguages.first.map { String($0.prefix(2)) } ?? "en")
    }

    /// What went wrong beneath, in English; nil where the sentence says it all.
    public var failureReason: String? {
        refusal == nil ? nil : message
    }
}
