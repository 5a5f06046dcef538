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

extension Dictionary: ProtobufFieldCoded {}

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
