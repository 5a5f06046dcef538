/// A request for a page by HTTP, byte by byte as a test wants it, over a socket of its own.
package final class PageRequest {
    private let peer: HTTPPeer

    /// What came of a request.
    package struct Page: Sendable {
        /// The status, such as 200.
        package let status: Int
        /// The lines of the head behind the first one.
        package let head: [String]
        /// What is behind the head.
        package let body: String
    }

    /// Something that is no page.
    package typealias Failure = HTTPPeer.Failure

    /// Connects to an address such as `http://127.0.0.1:9090`.
    ///
    /// - Parameters:
    ///   - address: Where the pages are; a host in figures.
    ///   - receiveByteCount: The room that the system has for what comes, or nil for its choice.
    /// - Throws: `Failure` if nobody listens.
    package init(at address: String, receiveByteCount: Int32? = nil) throws {
        peer = try HTTPPeer(at: address, receiveByteCount: receiveByteCount)
    }

    /// Gets a page.
    ///
    /// - Throws: `Failure` if what comes is none.
    package static func get(_ path: String, at address: String) throws -> Page {
        let request = try PageRequest(at: address)
        request.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try request.page()
    }

    /// Sends text; answers whether the system took it.
    @discardableResult
    package func send(_ text: String) -> Bool { peer.send(text) }

    /// Reads to the end of the connection.
    ///
    /// - Throws: `Failure` if what came is no page, or the connection does not end.
    package func page() throws -> Page {
        let text = String(decoding: try bytes(), as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else {
            throw Failure(description: "no head: \(text.prefix(200))")
        }
        let head = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
        let words = head[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else {
            throw Failure(description: "no status: \(head[0])")
        }
        let body = String(text[end.upperBound...])
        let announced = head.compactMap { line in
            line.hasPrefix("Content-Length: ") ? Int(line.dropFirst(16)) : nil
        }
        guard announced == [body.utf8.count] else {
            throw Failure(description: "\(body.utf8.count) bytes came of \(announced)")
        }
        return Page(status: status, head: Array(head.dropFirst()), body: body)
    }

    /// Reads to the end of the connection, whatever comes.
    ///
    /// - Throws: `Failure` if the connection does not end.
    package func bytes() throws -> [UInt8] { try peer.rest() }
}
