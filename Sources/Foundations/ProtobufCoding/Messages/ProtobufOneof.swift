/// A oneof: a Swift enum whose cases are fields of the message that holds it.
///
/// `Codable` stays synthesised. Each case has one associated value; the coding keys of the enum
/// are the field numbers of the cases. The message holds the enum as an optional property, under
/// the number of any of its cases:
///
///     struct Reply: Codable {
///         var id: Int64
///         var body: Body?
///         enum CodingKeys: Int, CodingKey { case id = 1, body = 2 }
///
///         enum Body: ProtobufOneof {
///             case text(String), image(Image)
///             enum CodingKeys: Int, CodingKey { case text = 2, image = 3 }
///         }
///     }
///
/// The case that is set is written even when its value is the default. When the bytes hold
/// several, the last one wins, as protobuf has it.
public protocol ProtobufOneof: Codable, ProtobufFieldCoded {}
