import Foundation
import TestSupport

/// One file of golden vectors.
struct VectorFile {
    let vectors: [Vector]
    let invalid: [Vector]

    init(_ name: String) throws {
        let url = ProtocolFolder.url.appendingPathComponent("vectors/\(name)")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        let lists = object as? [String: Any] ?? [:]
        vectors = (lists["vectors"] as? [[String: Any]] ?? []).map(Vector.init)
        invalid = (lists["invalid"] as? [[String: Any]] ?? []).map(Vector.init)
    }
}

/// One entry: its values by name, with the forms that the tests ask for.
struct Vector: CustomStringConvertible {
    let values: [String: Any]

    var name: String { text("name") }
    var message: String { text("message") }
    var bytes: [UInt8] { bytes("hex") }
    var json: [String: Any] { values["json"] as? [String: Any] ?? [:] }
    /// Whether an encoder writes the same bytes.
    var isCanonical: Bool { values["canonical"] as? Bool ?? true }
    var description: String { name }

    func text(_ key: String) -> String { values[key] as? String ?? "" }

    /// Hex under a key; empty when it is missing or no hex, which then fails a test.
    func bytes(_ key: String) -> [UInt8] { Hex.bytes(text(key)) ?? [] }
}

/// Whether two JSON objects say the same.
func sameJSON(_ left: [String: Any], _ right: [String: Any]) -> Bool {
    let texts = [left, right].map { object in
        try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    }
    return texts[0] != nil && texts[0] == texts[1]
}

/// The JSON object in a text.
func jsonObject(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
}
