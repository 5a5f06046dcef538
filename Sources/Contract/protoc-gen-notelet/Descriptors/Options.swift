// What google/protobuf/descriptor.proto and notelet/v1/options.proto let a .proto file say beside
// its types; the numbers are theirs.

/// What is said of a message.
struct MessageOptions: Codable {
    /// Whether it is the entry of a map field.
    var isMapEntry: Bool

    private enum CodingKeys: Int, CodingKey {
        case isMapEntry = 7
    }
}

/// What is said of a field.
struct FieldOptions: Codable {
    /// Whether it lengthens a frame and means nothing.
    var isPadding: Bool

    private enum CodingKeys: Int, CodingKey {
        case isPadding = 50_001
    }
}

/// What is said of a value of an enum.
struct EnumValueOptions: Codable {
    /// What goes with a reason for which the service says no.
    var refusal: RefusalRule?

    private enum CodingKeys: Int, CodingKey {
        case refusal = 50_001
    }
}

/// What goes with one reason for which the service says no.
struct RefusalRule: Codable {
    /// The code of the status that carries it.
    var code: StatusCode
    /// The names of the facts that it carries.
    var fields: [String]
    /// Whether the same request may succeed later without being changed.
    var isRetryable: Bool
    /// The sentence in English, with facts as `{name}`.
    var english: String
    /// The sentence in Korean.
    var korean: String
    /// The sentence in Japanese.
    var japanese: String
    /// Which of the facts are whole numbers.
    var numbers: [String]
    /// Whether no rule says so, but the state that the service itself is in.
    var isFailure: Bool
    /// What is said instead where the fact `field` names a certain field.
    var values: [ValueText]

    private enum CodingKeys: Int, CodingKey {
        case code = 1
        case fields = 2
        case isRetryable = 3
        case english = 4
        case korean = 5
        case japanese = 6
        case numbers = 7
        case isFailure = 8
        case values = 9
    }
}

/// What a field takes, for whoever gave it something else.
struct ValueText: Codable {
    /// The name of the field.
    var field: String
    /// The sentence in Korean.
    var korean: String
    /// The sentence in Japanese.
    var japanese: String

    private enum CodingKeys: Int, CodingKey {
        case field = 1
        case korean = 2
        case japanese = 3
    }
}

/// The codes of statuses with refusals, by their numbers in `google.rpc.Code`.
enum StatusCode: Int32, Codable {
    case unspecified = 0
    case invalidArgument = 3
    case notFound = 5
    case alreadyExists = 6
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case unimplemented = 12
    case unavailable = 14
    case dataLoss = 15
    case unauthenticated = 16
}

/// What is said of a service.
struct ServiceOptions: Codable {
    /// What an access token is to the methods that say nothing themselves.
    var defaultToken: TokenUse
    /// The feature of the methods that say nothing themselves; empty for none.
    var defaultFeature: String

    private enum CodingKeys: Int, CodingKey {
        case defaultToken = 50_001
        case defaultFeature = 50_002
    }
}

/// What is said of a method.
struct MethodOptions: Codable {
    /// How often a call may be repeated.
    var idempotencyLevel: Int32
    /// What an access token is to the method.
    var token: TokenUse
    /// The feature that the method belongs to; empty where the service says it.
    var feature: String
    /// Whether HTTP's GET makes a call of it.
    var allowsGet: Bool

    /// The level of methods that change nothing.
    static let noSideEffects: Int32 = 1

    private enum CodingKeys: Int, CodingKey {
        case idempotencyLevel = 34
        case token = 50_001
        case feature = 50_002
        case allowsGet = 50_003
    }
}

/// What an access token is to a method.
enum TokenUse: Int32, Codable {
    case unspecified = 0
    case required = 1
    case optional = 2
    case none = 3
}
