/// What travels beside a request: a few short texts, each under a lower-case key.
///
/// A key may have several values; their order is kept. Keys compare without regard to the case of
/// ASCII letters, and travel in lower case.
public struct Metadata: Hashable, Sendable {
    private(set) var storage: [Pair] = []

    /// One key and one value.
    public struct Pair: Hashable, Sendable {
        /// The key, in lower case.
        public let key: String
        /// The value.
        public let value: String
    }

    /// Creates metadata without pairs.
    public init() {}

    /// The pairs in the order in which they were added.
    public var pairs: [Pair] { storage }

    /// Whether there are no pairs.
    public var isEmpty: Bool { storage.isEmpty }

    /// The values under a key, in order.
    ///
    /// - Parameter key: The key in any case.
    public subscript(key: String) -> [String] {
        let key = key.lowercased()
        return storage.filter { $0.key == key }.map(\.value)
    }

    /// The first value under a key.
    ///
    /// - Parameter key: The key in any case.
    /// - Returns: The value, or nil if the key has none.
    public func first(_ key: String) -> String? {
        let key = key.lowercased()
        return storage.first { $0.key == key }?.value
    }

    /// Adds a value under a key, behind those that are there.
    ///
    /// - Parameters:
    ///   - key: The key in any case.
    ///   - value: The value.
    public mutating func append(_ key: String, _ value: String) {
        storage.append(Pair(key: key.lowercased(), value: value))
    }

    /// Replaces all values of a key.
    ///
    /// - Parameters:
    ///   - key: The key in any case.
    ///   - values: The new values; none removes the key.
    public mutating func set(_ key: String, _ values: String...) {
        let key = key.lowercased()
        storage.removeAll { $0.key == key }
        storage.append(contentsOf: values.map { Pair(key: key, value: $0) })
    }

    /// Adds a pair as it came from the wire, the case of its key included.
    mutating func append(received key: String, _ value: String) {
        storage.append(Pair(key: key, value: value))
    }
}

extension Metadata: ExpressibleByDictionaryLiteral {
    /// Creates metadata from a literal, which may repeat a key.
    ///
    /// - Parameter elements: Keys and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (key, value) in elements { append(key, value) }
    }
}
