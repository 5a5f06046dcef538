internal import TextForms

/// What the head of a request says of the call that it makes.
package struct ConnectRequest: Hashable, Sendable {
    /// How its messages are written.
    package let codec: ConnectCodec
    /// How the message of the request is compressed; in a stream, where its envelope says so.
    package let compression: ConnectCompression
    /// How long the caller waits; nil for as long as it takes.
    package let timeout: Duration?
    /// The message, where the query has it; nil where the body is it.
    package let queryMessage: [UInt8]?

    /// How calls may be made of a method.
    package struct Method: Hashable, Sendable {
        /// How many messages go either way.
        package let kind: ConnectCallKind
        /// Whether GET makes a call of it: nothing changes by it, and no secret is in it, since
        /// addresses are kept by histories and logs.
        package let allowsGet: Bool

        /// Describes a method.
        package init(kind: ConnectCallKind, allowsGet: Bool) {
            self.kind = kind
            self.allowsGet = allowsGet
        }
    }

    /// Why a request makes no call.
    package enum Rejection: Error, Hashable {
        /// By this verb the method cannot be called; these are the verbs that can.
        case verbNotAllowed(allowed: String)
        /// Its messages are written in no known way; these are the known ones.
        case unsupportedMediaType(accepted: String)
        /// It breaks the protocol, and reads messages that are written like this.
        case failed(ConnectError, ConnectCodec)
    }

    /// The version of the protocol that is spoken here, as the header has it; the query has `v1`.
    private static let version = "1"

    /// Reads the head of a request.
    ///
    /// - Parameters:
    ///   - verb: The method of HTTP, such as `POST`.
    ///   - method: How the method may be called.
    ///   - header: Gives the value of a header by its name.
    ///   - query: Gives the value of a parameter of the query by its name, with its percent
    ///     escapes undone.
    /// - Throws: Why the request makes no call.
    package init(
        verb: String,
        _ method: Method,
        header: (String) -> String?,
        query: (String) -> String?
    ) throws(Rejection) {
        let verbs = method.allowsGet && method.kind == .unary ? ["GET", "POST"] : ["POST"]
        guard verbs.contains(verb) else {
            throw .verbNotAllowed(allowed: verbs.joined(separator: ", "))
        }
        let isGet = verb == "GET"
        let codec =
            isGet
            ? query("encoding").flatMap(ConnectCodec.init)
            : ConnectCodec(contentType: header("content-type") ?? "", of: method.kind)
        guard let codec else {
            throw .unsupportedMediaType(accepted: ConnectCodec.accepted(for: method.kind))
        }
        self.codec = codec
        do throws(ConnectError) {
            timeout = try Self.timeout(header("connect-timeout-ms"))
            if isGet {
                try Self.require("v" + Self.version, of: query("connect"))
                compression = try Self.compression(query("compression"))
                queryMessage = try Self.message(query("message"), isBase64: query("base64") == "1")
            } else {
                try Self.require(Self.version, of: header("connect-protocol-version"))
                let encoding =
                    method.kind == .unary ? "content-encoding" : "connect-content-encoding"
                compression = try Self.compression(header(encoding))
                queryMessage = nil
            }
        } catch {
            throw .failed(error, codec)
        }
    }

    /// A version that nobody names is ours: curl need not say it.
    private static func require(_ version: String, of text: String?) throws(ConnectError) {
        guard let text, text != version else { return }
        throw ConnectError(.invalidArgument, "the version of the protocol is \(version)")
    }

    /// Reads `Connect-Timeout-Ms`: at most ten digits, as the protocol has it.
    private static func timeout(_ text: String?) throws(ConnectError) -> Duration? {
        guard let text else { return nil }
        let isNumber = (1...10).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
        guard isNumber, let milliseconds = Int64(text) else {
            throw ConnectError(.invalidArgument, "connect-timeout-ms has one to ten digits")
        }
        return .milliseconds(milliseconds)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func compression(_ text: String?) throws(ConnectError) -> ConnectCompression {
        guard let text, !text.isEmpty else { return .identity }
        guard let compression = ConnectCompression(rawValue: text.lowercased()) else {
            throw ConnectError(.unimplemented, "requests are compressed by gzip or not at all")
        }
        return compression
    }

    private static func message(_ text: String?, isBase64: Bool) throws(ConnectError) -> [UInt8] {
        guard let text else {
            throw ConnectError(.invalidArgument, "the query has no parameter message")
        }
        guard isBase64 else { return Array(text.utf8) }
        guard let message = Base64Text.decode(Array(text.utf8)) else {
            throw ConnectError(.invalidArgument, "the message is not base64")
        }
        return message
    }
}
