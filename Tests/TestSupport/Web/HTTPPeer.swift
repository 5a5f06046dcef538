import Glibc

/// A client of HTTP/1.1 over one socket, byte by byte as a test wants it; responses are read one
/// after the other, and those in chunks chunk by chunk.
package final class HTTPPeer {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// A response.
    package struct Response: Sendable {
        /// The status, such as 200.
        package let status: Int
        /// The lines of the head by their names in lower case.
        package let headers: [String: String]
        /// All lines of the head as they came, the first one with the status.
        package let lines: [String]
        /// What is behind the head, whole.
        package var body: [UInt8] = []

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The connection ended, or what came is no HTTP.
    package struct Failure: Error, CustomStringConvertible {
        /// What happened.
        package let description: String

        /// Says what happened.
        package init(description: String) {
            self.description = description
        }
    }

    /// Connects to an address such as `http://127.0.0.1:8080`, a host in figures.
    ///
    /// - Parameters:
    ///   - address: Where HTTP is spoken.
    ///   - receiveByteCount: The room that the system has for what comes, or nil for its choice.
    /// - Throws: `Failure` if nobody listens.
    package init(at address: String, receiveByteCount: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var receiveByteCount {
            let length = socklen_t(MemoryLayout<Int32>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveByteCount, length)
        }
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, length)
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = (address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0).bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafeBytes(of: &name) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                connect(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Failure(description: "\(address) cannot be reached: errno \(errno)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes; answers whether the system took them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Sends text; answers whether the system took it.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a whole request, with the headers that it cannot do without.
    package func send(
        _ verb: String,
        _ path: String,
        headers: [String: String] = [:],
        body: [UInt8]? = nil
    ) {
        var head = "\(verb) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        send(Array((head + "\r\n").utf8) + (body ?? []))
    }

    /// Sends a whole request and reads the response.
    ///
    /// - Throws: `Failure` if what comes is none.
    package func ask(
        _ verb: String,
        _ path: String,
        headers: [String: String] = [:],
        body: [UInt8]? = nil
    ) throws -> Response {
        send(verb, path, headers: headers, body: body)
        return try response()
    }

    /// Reads a response.
    ///
    /// - Throws: `Failure` if what comes is none.
    package func response() throws -> Response {
        var response = try head()
        if response.headers["transfer-encoding"] == "chunked" {
            while let chunk = try chunk() { response.body += chunk }
        } else if let count = response.headers["content-length"].flatMap(Int.init) {
            response.body = try take(count)
        }
        return response
    }

    /// Reads the head of a response, whose chunks follow.
    ///
    /// - Throws: `Failure` if what comes is none.
    package func head() throws -> Response {
        var lines = [try line()]
        let words = lines[0].split(separator: " ")
        guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure(description: "no status: \(words)")
        }
        var headers: [String: String] = [:]
        while true {
            let line = try line()
            if line.isEmpty { return Response(status: status, headers: headers, lines: lines) }
            lines.append(line)
            guard let colon = line.firstIndex(of: ":") else {
                throw Failure(description: "no header: \(line)")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = String(value)
        }
    }

    /// Reads a chunk; nil at the end of the response.
    ///
    /// - Throws: `Failure` if what comes is none.
    package func chunk() throws -> [UInt8]? {
        guard let count = Int(try line(), radix: 16) else {
            throw Failure(description: "no size of a chunk")
        }
        let chunk = try take(count)
        guard try line().isEmpty else { throw Failure(description: "a chunk without an end") }
        return count == 0 ? nil : chunk
    }

    /// Reads so many bytes.
    ///
    /// - Throws: `Failure` if the connection ends before.
    package func take(_ count: Int) throws -> [UInt8] {
        while received.count < count { try receive() }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// Reads to the end of the connection, whatever comes.
    ///
    /// - Throws: `Failure` if it does not end.
    package func rest() throws -> [UInt8] {
        do {
            while true { try receive() }
        } catch let failure as Failure where failure.description == Self.end {
            defer { received = [] }
            return received
        }
    }

    private static let end = "the connection has ended"

    private func line() throws -> String {
        var end = received.firstIndex(of: 0x0A)
        while end == nil {
            try receive()
            end = received.firstIndex(of: 0x0A)
        }
        let line = received.prefix(end ?? 0)
        received.removeFirst(line.count + 1)
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }

    private func receive() throws {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &part, part.count, 0)
        if count == 0 || count < 0 && errno == ECONNRESET {
            throw Failure(description: Self.end)
        }
        guard count > 0 else { throw Failure(description: "nothing came: errno \(errno)") }
        received += part[..<count]
    }
}
