/// Says why bytes could not be decoded, and in which field.
public struct ProtobufDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for callers that decide by it.
    public let code: Code
    /// What is wrong, as a sentence without the place.
    public let message: String
    /// The field in which it went wrong, such as `contacts(4)[2].name(1)`; empty when the
    /// message itself is broken.
    public private(set) var path: String

    /// A kind of decoding failure; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private let value: Value

        private enum Value: String {
            case malformed, typeMismatch, invalidUTF8, limitExceeded, invalidValue, unsupported
        }

        private init(_ value: Value) { self.value = value }

        /// The bytes are no protobuf message: cut off, overlong, a bad tag, a group.
        public static let malformed = Code(.malformed)
        /// A known field has the wire type of another kind of field.
        public static let typeMismatch = Code(.typeMismatch)
        /// A string field holds bytes that are not UTF-8.
        public static let invalidUTF8 = Code(.invalidUTF8)
        /// The message is larger, deeper or longer than `ProtobufDecodingLimits` allow.
        public static let limitExceeded = Code(.limitExceeded)
        /// The value is well formed, but the Swift type refuses it.
        public static let invalidValue = Code(.invalidValue)
        /// The Swift type has no protobuf form: a mistake in the program, not in the bytes.
        public static let unsupported = Code(.unsupported)

        /// The name of the kind.
        public var description: String { value.rawValue }
    }

    /// Makes an error; hand-written decoding uses it to refuse a value.
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
    func inside(_ component: String) -> ProtobufDecodingError {
        var error = self
        error.path = joinPath(component, path)
        return error
    }
}

/// Puts a field name or list index before a path.
func joinPath(_ component: String, _ path: String) -> String {
    path.isEmpty || path.hasPrefix("[") ? component + path : component + "." + path
}

extension ProtobufDecodingError {
    static let truncated = Self(.malformed, "the bytes end inside a field")
    static let overlongVarint = Self(.malformed, "a varint does not fit in 64 bits")
    static let invalidUTF8 = Self(.invalidUTF8, "the string is not valid UTF-8")

    /// Thrown where a oneof finds none of its fields; never leaves the module.
    static let oneofUnset = Self(.invalidValue, "none of the oneof's fields is set")

    static func badFieldNumber(_ number: UInt64) -> Self {
        Self(.malformed, "field number \(number) is not in 1...\(FieldNumber.max)")
    }

    static func badWireType(_ tag: UInt32) -> Self {
        let reason = tag & 7 < 5 ? "is a group, which proto3 does not have" : "has wire type 6 or 7"
        return Self(.malformed, "field number \(tag >> 3) \(reason)")
    }

    static func overlongLength(_ length: UInt64, left: Int, number: UInt32) -> Self {
        Self(.malformed, "field number \(number) claims \(length) bytes, but \(left) are left")
    }

    static func mismatch(expected: ProtobufWireType, found: UInt8) -> Self {
        Self(
            .typeMismatch,
            "has wire type \(found), but its type is coded with \(expected.rawValue)"
        )
    }

    static func limit(_ what: String, _ max: Int) -> Self {
        Self(.limitExceeded, "\(what); at most \(max) allowed")
    }
}
