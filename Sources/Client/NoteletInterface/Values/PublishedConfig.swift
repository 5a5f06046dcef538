public import Foundation

/// What the operator published for applications: a version, and its values by their keys.
///
///     let title = config.string("welcome.title", default: "Hello")
///     let isOpen = config.bool("shop_is_open", default: false)
///
/// A value that is not there, or is none of what is asked for, is as good as the default.
public struct PublishedConfig: Hashable, Sendable, Codable {
    /// From 1 on; 0 where nothing was published, as far as is known here.
    public let version: UInt64
    /// When it was published; nil where nothing was.
    public let publishedAt: Date?
    /// The values.
    public let values: [String: String]

    /// What is known before anything is.
    public static let none = PublishedConfig(version: 0, values: [:])

    /// Creates a version's picture.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - publishedAt: When it was published.
    ///   - values: Its values.
    public init(version: UInt64, publishedAt: Date? = nil, values: [String: String]) {
        self.version = version
        self.publishedAt = publishedAt
        self.values = values
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - text: What stands for it where it is not there.
    /// - Returns: The text.
    public func string(_ key: String, default text: String) -> String { values[key] ?? text }

    /// A yes, as `true`, `yes`, `on` or `1`, or a no, as `false`, `no`, `off` or `0`, in letters of
    /// either case.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - answer: What stands for it where it is neither.
    /// - Returns: The answer.
    public func bool(_ key: String, default answer: Bool) -> Bool {
        switch values[key]?.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: answer
        }
    }

    /// A whole number, such as `-20`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - number: What stands for it where it is none, or too great.
    /// - Returns: The number.
    public func int(_ key: String, default number: Int) -> Int {
        values[key].flatMap { Int($0) } ?? number
    }

    /// A number, such as `0.25`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - number: What stands for it where it is none.
    /// - Returns: The number, which is finite unless the default is not.
    public func double(_ key: String, default number: Double) -> Double {
        values[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } ?? number
    }

    /// What a value says as JSON.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: What stands for it where it is not there, or not of this type.
    /// - Returns: What it says.
    public func decoded<Value: Decodable>(_ key: String, default value: Value) -> Value {
        guard let text = values[key] else { return value }
        return (try? JSONDecoder().decode(Value.self, from: Data(text.utf8))) ?? value
    }
}
