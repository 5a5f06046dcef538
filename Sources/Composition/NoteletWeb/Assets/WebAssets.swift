internal import Compression
internal import Cryptography
internal import Domain
internal import HTTP
internal import WebServing

/// What pages are made with: scripts and styles, which come with the program.
///
/// Each is compressed once, at the start. Browsers keep it and ask whether it is still the one: its
/// tag is a digest of its bytes.
struct WebAssets: Sendable {
    private let byName: [String: Asset]

    /// One file.
    private struct Asset: Sendable {
        let type: String
        let tag: String
        let bytes: [UInt8]
        let compressed: [UInt8]
    }

    /// Prepares files by their names.
    init(_ files: [String: [UInt8]]) {
        byName = files.reduce(into: [:]) { assets, file in
            assets[file.key] = Asset(
                type: Self.type(of: file.key),
                tag: "\"\(Self.digest(of: file.value))\"",
                bytes: file.value,
                compressed: Gzip.compress(file.value)
            )
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    private static func digest(of bytes: [UInt8]) -> String {
        let digest = Digest(of: bytes.span.bytes).bytes
        return Base64URL.encode((0..<12).map { digest[$0] })
    }

    /// How many bytes all of them have as they travel.
    var compressedByteCount: Int { byName.values.reduce(0) { $0 + $1.compressed.count } }

    /// What the paths of files begin with.
    private static let prefix = "/assets/"

    /// The answer that shows one of the pages among the files.
    func page(_ name: String, headers: [HTTPHeader]) -> HTTPResponse {
        guard let asset = byName[name] else {
            preconditionFailure("\(name) comes with the program.")
        }
        return .page(bytes: asset.bytes, headers: headers)
    }

    /// The answer to a request for a file; nil where there is none at the path.
    func response(
        to path: String,
        of request: borrowing HTTPRequest,
        headers: [HTTPHeader]
    ) -> HTTPResponse? {
        guard path.hasPrefix(Self.prefix),
            let asset = byName[String(path.dropFirst(Self.prefix.count))]
        else { return nil }
        let headers =
            headers.filter { $0.name != "Cache-Control" } + [
                HTTPHeader("Cache-Control", "no-cache"), HTTPHeader("ETag", asset.tag),
                HTTPHeader("Vary", "Accept-Encoding"),
            ]
        if request.header("if-none-match") == asset.tag {
            return HTTPResponse(.notModified, headers: headers, body: [])
        }
        let type = [HTTPHeader("Content-Type", asset.type)]
        guard request.header("accept-encoding")?.contains("gzip") == true else {
            return HTTPResponse(.ok, headers: headers + type, body: asset.bytes)
        }
        let encoding = [HTTPHeader("Content-Encoding", "gzip")]
        return HTTPResponse(.ok, headers: headers + type + encoding, body: asset.compressed)
    }
}
