// Of the messages of google/protobuf/descriptor.proto what the generator looks at; the numbers are
// theirs.

/// A .proto file: `google.protobuf.FileDescriptorProto`.
struct FileDescriptor: Codable {
    var name: String
    var package: String
    var messages: [MessageDescriptor]
    var enums: [EnumDescriptor]
    var services: [ServiceDescriptor]
    var extensions: [FieldDescriptor]
    var source: SourceCodeInfo?
    var syntax: String

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case package = 2
        case messages = 4
        case enums = 5
        case services = 6
        case extensions = 7
        case source = 9
        case syntax = 12
    }
}

/// A message: `google.protobuf.DescriptorProto`.
struct MessageDescriptor: Codable {
    var name: String
    var fields: [FieldDescriptor]
    var nestedTypes: [MessageDescriptor]
    var nestedEnums: [EnumDescriptor]
    var options: MessageOptions?
    var oneofs: [OneofDescriptor]

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case fields = 2
        case nestedTypes = 3
        case nestedEnums = 4
        case options = 7
        case oneofs = 8
    }
}

/// A field: `google.protobuf.FieldDescriptorProto`.
struct FieldDescriptor: Codable {
    var name: String
    var number: Int32
    var label: Int32
    var type: Int32
    var typeName: String
    var options: FieldOptions?
    var oneofIndex: Int32?
    var jsonName: String
    var isProto3Optional: Bool

    /// The label of a repeated field.
    static let repeated: Int32 = 3

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case number = 3
        case label = 4
        case type = 5
        case typeName = 6
        case options = 8
        case oneofIndex = 9
        case jsonName = 10
        case isProto3Optional = 17
    }
}

/// A oneof: `google.protobuf.OneofDescriptorProto`.
struct OneofDescriptor: Codable {
    var name: String

    private enum CodingKeys: Int, CodingKey {
        case name = 1
    }
}

/// An enum: `google.protobuf.EnumDescriptorProto`.
struct EnumDescriptor: Codable {
    var name: String
    var values: [EnumValueDescriptor]

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case values = 2
    }
}

/// A value of an enum: `google.protobuf.EnumValueDescriptorProto`.
struct EnumValueDescriptor: Codable {
    var name: String
    var number: Int32
    var options: EnumValueOptions?

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case number = 2
        case options = 3
    }
}

/// A service: `google.protobuf.ServiceDescriptorProto`.
struct ServiceDescriptor: Codable {
    var name: String
    var methods: [MethodDescriptor]
    var options: ServiceOptions?

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case methods = 2
        case options = 3
    }
}

/// A method: `google.protobuf.MethodDescriptorProto`.
struct MethodDescriptor: Codable {
    var name: String
    var requestType: String
    var responseType: String
    var options: MethodOptions?
    var isClientStreaming: Bool
    var isServerStreaming: Bool

    private enum CodingKeys: Int, CodingKey {
        case name = 1
        case requestType = 2
        case responseType = 3
        case options = 4
        case isClientStreaming = 5
        case isServerStreaming = 6
    }
}
