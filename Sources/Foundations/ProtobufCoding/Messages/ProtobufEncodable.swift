/// A message that writes itself, for those that `Codable` is too slow for.
///
/// `ProtobufEncoder` uses `encode(into:)` wherever it meets such a type. `Encodable` stays the
/// definition: both must give the same bytes, and a test should say so.
public protocol ProtobufEncodable: Encodable, ProtobufFieldCoded {
    /// Appends the fields of the message in ascending order of their numbers.
    func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError)
}

/// A message that reads itself, for those that `Codable` is too slow for.
///
/// `ProtobufDecoder` uses `init()` and `merge(from:)` wherever it meets such a type.
public protocol ProtobufDecodable: Decodable, ProtobufFieldCoded {
    /// Makes the message that no bytes stand for: each field has its default value.
    init()

    /// Takes over every field the reader finds: singular fields replace what was there,
    /// repeated ones are appended to it.
    ///
    /// It is called once for each occurrence of the message, which is how protobuf merges.
    mutating func merge(from reader: inout ProtobufReader) throws(ProtobufDecodingError)
}

/// A message that writes and reads itself.
public typealias ProtobufMessage = ProtobufEncodable & ProtobufDecodable
