/// Why HTTP cannot be served.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    package let description: String
}
