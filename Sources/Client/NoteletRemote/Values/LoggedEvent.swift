package import Foundation

/// Something that was done with an application, of which nobody is told by whom.
package struct LoggedEvent: Codable, Hashable, Sendable {
    /// What was done.
    package let name: String
    /// What is to be known of it.
    package let properties: [String: String]
    /// When it was done.
    package let occurredAt: Date

    /// Notes it.
    ///
    /// - Parameters:
    ///   - name: What was done.
    ///   - properties: What is to be known of it.
    ///   - occurredAt: When it was done.
    package init(name: String, properties: [String: String], occurredAt: Date) {
        self.name = name
        self.properties = properties
        self.occurredAt = occurredAt
    }
}
