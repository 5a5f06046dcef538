internal import TextForms

/// A JSON value whose members keep their order, so that the same facts are the same bytes.
///
/// What could command a terminal, or hide on one, is escaped.
package indirect enum JSON: Sendable {
    /// No value.
    case null
    /// A yes or a no.
    case bool(Bool)
    /// A whole number.
    case number(Int64)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSON])
    /// Named values in their order.
    case object([Member])

    /// A member of an object.
    package typealias Member = (String, JSON)

    /// The version of all documents; it rises when a member changes its meaning or goes.
    private static let documentVersion: Int64 = 1

    /// A whole document: the members behind the version.
    package static func document(_ members: [Member]) -> JSON {
        .object([("version", .number(documentVersion))] + members)
    }

    /// A text, or null for an empty one.
    package static func nonempty(_ text: String) -> JSON {
        text.isEmpty ? .null : .string(text)
    }

    /// The value on one line.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        case .string(let value): text += JSONText.quoted(value, escaping: .invisibles)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, (name, value)) in members.enumerated() {
                if index > 0 { text += "," }
                text += JSONText.quoted(name, escaping: .invisibles) + ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }
}
