/// A list of numbers, which is one packed record on the wire.
protocol ScalarList {
    func encodePacked(
        to session: EncodingSession,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError)
    init(packedIn field: FieldDecoder) throws(ProtobufDecodingError)
}

/// A dictionary whose key may be the key of a protobuf map.
protocol Map {
    func encodeEntries(
        to session: EncodingSession,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError)
    init(entriesIn field: FieldDecoder) throws(ProtobufDecodingError)
}

extension Array: ProtobufFieldCoded {}

extension Array: ScalarList where Element: ProtobufScalar {
    func encodePacked(
        to session: EncodingSession,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        let element = try session.openList(at: slot)
        guard !isEmpty else { return }
        try session.output.put(packed: self, at: element)
        session.output.close(above: slot.frame)
    }

    init(packedIn field: FieldDecoder) throws(ProtobufDecodingError) {
        self = []
        try field.scalars(appendingTo: &self)
    }
}

/// A collection that has no order to write its elements in.
///
/// Left to `Codable`, a set or a dictionary with keys that protobuf does not allow would be
/// written in another order each time, so they are refused.
protocol Unordered {}

extension Set: ProtobufFieldCoded, Unordered {}

extension Dictionary: ProtobufFieldCoded, Unordered {}

extension Dictionary: Map where Key: ProtobufMapKey, Value: Codable {
    func encodeEntries(
        to session: EncodingSession,
        at slot: EncodingSlot
    ) throws(ProtobufEncodingError) {
        try session.put(map: self, at: slot)
        session.output.close(above: slot.frame)
    }

    init(entriesIn field: FieldDecoder) throws(ProtobufDecodingError) {
        self = try field.map(Key.self, Value.self)
    }
}

/// Why a set, or a dictionary that is no map, is refused.
func unorderedMessage<Value>(_ type: Value.Type) -> String {
    "\(type) has no protobuf form; a map has keys that are integers, Bool or String"
}
