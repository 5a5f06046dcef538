/// Tells the types whose form is another than their `Codable` conformance alone would give.
///
/// The question costs a conformance lookup of some 20 ns, so the answer for the last plain type
/// is kept: the messages of a list are all of one type.
struct SpecialTypes {
    private var lastPlainType: ObjectIdentifier?

    /// Whether a type is one of them.
    mutating func contains<Value>(_ type: Value.Type) -> Bool {
        let identifier = ObjectIdentifier(type)
        if identifier == lastPlainType { return false }
        if type is any ProtobufFieldCoded.Type { return true }
        lastPlainType = identifier
        return false
    }
}

/// Returns a value under the concrete name of its type, without the cost of a dynamic cast.
func sameType<From, To>(_ value: From, as type: To.Type) -> To {
    precondition(From.self == To.self, "the two types are one")
    return unsafe unsafeBitCast(value, to: To.self)
}
