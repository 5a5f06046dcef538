/// The outcome of a call as it travels: `google.rpc.Status`.
public struct Status: Hashable, Sendable {
    /// What kind of outcome it is.
    public var code: StatusCode
    /// What a developer should read: what is wrong, and what would be right.
    public var message: String
    /// Typed messages for programs, such as the remaining days of a lock.
    public var details: [StatusDetail]

    /// The outcome of a call that did what was asked.
    public static let ok = Status(.ok)

    /// Creates an outcome.
    ///
    /// - Parameters:
    ///   - code: What kind of outcome it is.
    ///   - message: What a developer should read.
    ///   - details: Typed messages for programs.
    public init(_ code: StatusCode, _ message: String = "", details: [StatusDetail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }
}

/// One typed message within a status: `google.protobuf.Any`.
public struct StatusDetail: Hashable, Sendable {
    /// What names the type, such as `type.googleapis.com/notes.v1.Refusal`.
    public var typeURL: String
    /// The encoded message.
    public var value: [UInt8]

    /// Creates a detail.
    ///
    /// - Parameters:
    ///   - typeURL: What names the type.
    ///   - value: The encoded message.
    public init(typeURL: String, value: [UInt8]) {
        self.typeURL = typeURL
        self.value = value
    }
}

extension Status: CustomStringConvertible {
    /// The code's name, and the message if there is one.
    public var description: String {
        message.isEmpty ? code.description : "\(code): \(message)"
    }
}
