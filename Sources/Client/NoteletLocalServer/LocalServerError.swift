/// Why a local server does not work.
public struct LocalServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in English.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
