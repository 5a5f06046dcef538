/// What protoc asks of a plug-in: `google.protobuf.compiler.CodeGeneratorRequest`.
struct CodeGeneratorRequest: Codable {
    /// The files that were named on the command line.
    var fileToGenerate: [String]
    /// What was given as `--notelet_opt`.
    var parameter: String
    /// Those files and all that they import, each behind what it imports.
    var protoFile: [FileDescriptor]

    private enum CodingKeys: Int, CodingKey {
        case fileToGenerate = 1
        case parameter = 2
        case protoFile = 15
    }
}

/// What a plug-in answers: `google.protobuf.compiler.CodeGeneratorResponse`.
struct CodeGeneratorResponse: Codable {
    /// What is wrong with the files; nothing is written then.
    var error: String?
    /// What the plug-in knows of newer .proto files, a bit each.
    var supportedFeatures: UInt64 = Self.proto3Optional
    /// What is to be written.
    var file: [File] = []

    /// One file to be written, below the folder given as `--notelet_out`.
    struct File: Codable {
        var name: String
        var content: String

        private enum CodingKeys: Int, CodingKey {
            case name = 1
            case content = 15
        }
    }

    /// The bit of `optional` fields.
    private static let proto3Optional: UInt64 = 1

    private enum CodingKeys: Int, CodingKey {
        case error = 1
        case supportedFeatures = 2
        case file = 15
    }
}
