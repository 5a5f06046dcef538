internal import ClientTransport
internal import Connect
internal import Foundation

extension CallStatus {
    /// How a call failed whose response is no message.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - body: Its body, or what of it there was.
    ///   - host: Who answered, or somebody on the way there.
    init(_ head: Exchange.Head, body: [UInt8], at host: String) {
        let usual = Code(httpStatus: head.status)
        if head.contentType == "application/json",
            let error = try? JSONDecoder().decode(ErrorDocument.self, from: Data(body))
        {
            self.init(error, usual: usual)
            return
        }
        let what =
            switch head.status {
            case 200: "a page of the type '\(head.contentType)' in place of a response"
            case 300..<400: "a redirect, which is not followed"
            default: "the status \(head.status) of HTTP and no more"
            }
        self.init(usual, "\(host), or a proxy on the way there, answered with \(what)")
    }

    /// How a stream failed, as its last envelope says; nil if it did not.
    ///
    /// - Throws: `TransportError` where the envelope says nothing that is understood.
    init?(endOfStream json: [UInt8]) throws(TransportError) {
        let document = try? JSONDecoder().decode(EndDocument.self, from: Data(json))
        guard let document else {
            throw .status(CallStatus(.internal, "the end of the stream cannot be decoded"))
        }
        guard let error = document.error else { return nil }
        self.init(error, usual: .unknown)
    }

    /// What is said of a stream whose envelopes cannot be told apart.
    init(_ problem: ConnectEnvelopeReader.Problem) {
        switch problem {
        case .oversized: self = .oversized(byteCountMax: WebLimits.messageByteCountMax)
        case .compressed:
            self.init(.internal, "a response is compressed, which nobody asked for")
        case .unknownFlags(let flags):
            self.init(.internal, "a response has the flags \(flags), of which nothing is known")
        case .moreThanTheEnd: self.init(.internal, "something follows the end of the stream")
        }
    }

    private init(_ error: ErrorDocument, usual: Code) {
        let known = ConnectCode.allCases.first { $0.name == error.code }
        self.init(
            known.map { Code(rawValue: $0.rawValue) } ?? usual,
            error.message ?? "",
            details: (error.details ?? []).compactMap(\.detail)
        )
    }
}

extension CallStatus.Code {
    /// What a status of HTTP means on which no error of the protocol follows ("HTTP to Error Code"
    /// of the protocol's reference).
    ///
    /// Three differ. A 401 is no word about a session, which would be given up by it: only the
    /// service knows of sessions. A 413 says more than that something is wrong. And a 200 or a
    /// redirect comes of whoever stands in the way, such as the door of a wireless network, which
    /// may stand there no more in a moment.
    fileprivate init(httpStatus: Int) {
        self =
            switch httpStatus {
            case 400, 415: .internal
            case 401, 403, 407: .permissionDenied
            case 404, 405: .unimplemented
            case 413: .resourceExhausted
            case 429, 502, 503, 504: .unavailable
            case 200, 300..<400: .unavailable
            default: .unknown
            }
    }
}

/// The end of a stream as JSON.
private struct EndDocument: Decodable {
    let error: ErrorDocument?
}

/// An error of the protocol as JSON.
private struct ErrorDocument: Decodable {
    let code: String
    let message: String?
    let details: [DetailDocument]?
}

/// A typed message within an error.
private struct DetailDocument: Decodable {
    let type: String
    let value: String

    /// The message; nil unless it is base64, with or without what fills up its end.
    var detail: CallStatus.Detail? {
        let bare = value.prefix { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
        return Data(base64Encoded: bare + padding).map { bytes in
            CallStatus.Detail(typeURL: "type.googleapis.com/" + type, value: [UInt8](bytes))
        }
    }
}
