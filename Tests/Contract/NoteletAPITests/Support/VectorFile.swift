import Foundation
import TestSupport

/// The golden vectors of one kind.
struct VectorFile {
    private(set) var vectors: [Vector] = []
    private(set) var invalid: [Vector] = []

    /// Reads the files of a name: that of all features, and those in folders of further features.
    init(_ name: String) throws {
        let folder = ProtocolFolder.url.appending(path: "vectors")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for path in paths.sorted() where path == name || path.hasSuffix("/" + name) {
            let data = try Data(contentsOf: folder.appending(path: path))
            let object = try JSONSerialization.jsonObject(with: data)
            let lists = object as? [String: Any] ?? [:]
            vectors += (lists["vectors"] as? [[String: Any]] ?? []).map(Vector.init)
            invalid += (lists["invalid"] as? [[String: Any]] ?? []).map(Vector.init)
        }
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
    let texts = [left, right].map { object -> Data? in
        // What was read of a text writes some numbers in another form than what was not: both are.
        guard let written = try? JSONSerialization.data(withJSONObject: object),
            let read = try? JSONSerialization.jsonObject(with: written)
        else { return nil }
        return try? JSONSerialization.data(withJSONObject: read, options: .sortedKeys)
    }
    return texts[0] != nil && texts[0] == texts[1]
}

/// The JSON object in a text.
func jsonObject(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
}
