/// Where the declarations of a file are written: `google.protobuf.SourceCodeInfo`.
struct SourceCodeInfo: Codable {
    var locations: [Location]

    private enum CodingKeys: Int, CodingKey {
        case locations = 1
    }

    /// One declaration and the comment in front of it.
    struct Location: Codable {
        /// The way to the declaration: field numbers of the descriptors and indexes in turn.
        var path: [Int32]
        var leadingComments: String
        var leadingDetachedComments: [String]

        private enum CodingKeys: Int, CodingKey {
            case path = 1
            case leadingComments = 3
            case leadingDetachedComments = 6
        }
    }
}

/// The comments of a file, by the way to what they are written above.
struct Comments {
    private var texts: [[Int32]: String] = [:]

    /// Takes the comments out of a file.
    init(_ file: FileDescriptor) {
        for location in file.source?.locations ?? [] where !location.leadingComments.isEmpty {
            texts[location.path] = location.leadingComments
        }
    }

    /// What the file says of itself, above its `syntax`.
    var ofFile: Documentation? { self[12] }

    /// The comment above a declaration; nil if there is none.
    subscript(_ path: Int32...) -> Documentation? {
        texts[path].map(Documentation.init(comment:))
    }
}
