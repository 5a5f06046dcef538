/// How the messages of a call are written.
package enum ConnectCodec: String, CaseIterable, Hashable, Sendable {
    /// The binary form of protobuf.
    case proto
    /// The canonical JSON of protobuf, in UTF-8.
    case json

    /// The `Content-Type` of calls of a kind.
    package func contentType(of kind: ConnectCallKind) -> String {
        switch kind {
        case .unary: "application/\(rawValue)"
        case .serverStream: "application/connect+\(rawValue)"
        }
    }

    /// Reads the `Content-Type` of a call of a kind; nil for any that is none of its two.
    ///
    /// Parameters are passed over, but for a charset that is not UTF-8.
    package init?(contentType: String, of kind: ConnectCallKind) {
        let parts = contentType.split(separator: ";", omittingEmptySubsequences: false)
        let essence = parts[0].trimmed.lowercased()
        let found = Self.allCases.first { $0.contentType(of: kind) == essence }
        guard let found else { return nil }
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmed.lowercased() == "charset" else { continue }
            let charset = pair[1].trimmed.lowercased()
            guard ["utf-8", "\"utf-8\"", "utf8"].contains(charset) else { return nil }
        }
        self = found
    }

    /// What a server takes for calls of a kind, as `Accept-Post` lists it.
    package static func accepted(for kind: ConnectCallKind) -> String {
        allCases.map { $0.contentType(of: kind) }.joined(separator: ", ")
    }
}

/// How many messages a call has either way.
package enum ConnectCallKind: Hashable, Sendable {
    /// One request, one response.
    case unary
    /// One request, any number of responses.
    case serverStream
}

/// How a message is compressed.
package enum ConnectCompression: String, Hashable, Sendable {
    /// Not at all.
    case identity
    /// As gzip (RFC 1952).
    case gzip
}

extension Substring {
    var trimmed: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
