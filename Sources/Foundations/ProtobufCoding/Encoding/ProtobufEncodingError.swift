/// Says why a value could not be encoded, and in which field.
///
/// Nearly always the type is at fault, not the value: a test that encodes each message once
/// finds it.
public struct ProtobufEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public let code: Code
    /// What is wrong, as a sentence without the place.
    public let message: String
    /// The field in which it went wrong, such as `contacts(4)[2].name(1)`; may be empty.
    public private(set) var path: String

    /// A kind of encoding failure; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private let value: Value

        private enum Value: String {
            case unsupported, limitExceeded, invalidValue
        }

        private init(_ value: Value) { self.value = value }

        /// The Swift type has no protobuf form.
        public static let unsupported = Code(.unsupported)
        /// The message is larger than the encoder may write.
        public static let limitExceeded = Code(.limitExceeded)
        /// The value's own coding refused it.
        public static let invalidValue = Code(.invalidValue)

        /// The name of the kind.
        public var description: String { value.rawValue }
    }

    /// Makes an error; hand-written encoding uses it to refuse a value.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        path = ""
    }

    /// The message, after the field if there is one.
    public var description: String {
        path.isEmpty ? message : "field \(path): \(message)"
    }

    /// This error seen from one level further out.
    func inside(_ component: String) -> ProtobufEncodingError {
        var error = self
        error.path = joinPath(component, path)
        return error
    }

    /// Brings whatever a type's own coding threw into this form.
    init(translating error: any Error) {
        switch error {
        case let error as ProtobufEncodingError: self = error
        case EncodingError.invalidValue(_, let context):
            self.init(.invalidValue, context.debugDescription)
        default: self.init(.invalidValue, String(describing: error))
        }
    }
}
