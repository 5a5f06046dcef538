import Foundation
import Glibc
import Testing

/// A server of HTTP that says what a test makes up, byte by byte, to each connection in turn.
package final class ScriptedServer: Sendable {
    /// Where it is.
    package let address: String
    private let descriptor: Int32

    /// Lets a script speak to each connection, which ends with the script.
    package init(_ script: @escaping @Sendable (Visitor) -> Void) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutableBytes(of: &place) { bytes -> UInt16? in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                bind(descriptor, base, byteCount) == 0, listen(descriptor, 16) == 0,
                getsockname(descriptor, base, &byteCount) == 0
            else { return nil }
            return base.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
        address = "http://127.0.0.1:\(try #require(port))"
        self.descriptor = descriptor
        Thread.detachNewThread {
            while true {
                let visitor = accept(descriptor, nil, nil)
                guard visitor >= 0 else { return }
                Thread.detachNewThread {
                    script(Visitor(descriptor: visitor))
                    close(visitor)
                }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}

/// One connection to a server of a test.
package struct Visitor: Sendable {
    let descriptor: Int32

    /// A request as it came.
    package struct Request: Sendable {
        /// The verb and the path.
        package let line: String
        /// The headers, by their names in lower case.
        package let headers: [String: String]
        /// The body.
        package let body: [UInt8]
    }

    /// Waits for a request; nil if the connection ends first.
    package func request() -> Request? {
        var head: [UInt8] = []
        while !head.reversed().starts(with: "\r\n\r\n".utf8.reversed()) {
            guard let byte = receive(countMax: 1).first else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let pairs = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
        }
        let headers = [String: String](pairs) { first, _ in first }
        var body: [UInt8] = []
        let byteCount = Int(headers["content-length"] ?? "") ?? 0
        while body.count < byteCount {
            let bytes = receive(countMax: byteCount - body.count)
            guard !bytes.isEmpty else { return nil }
            body += bytes
        }
        return Request(line: String(lines[0]), headers: headers, body: body)
    }

    /// Sends bytes; false if the connection has ended.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sentCount = 0
        while sentCount < bytes.count {
            let count = bytes[sentCount...].withUnsafeBytes { rest in
                Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sentCount += count
        }
        return true
    }

    /// Sends a response with its length.
    package func answer(_ status: String, type: String, headers: [String] = [], _ body: [UInt8]) {
        let lines =
            ["HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)"]
            + headers + ["", ""]
        send(Array(lines.joined(separator: "\r\n").utf8) + body)
    }

    /// Begins a response that ends with the connection.
    package func beginStream(type: String = "application/connect+proto") {
        send(Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n".utf8))
    }

    /// Waits until the peer has gone.
    package func waitForEnd() {
        while !receive(countMax: 4_096).isEmpty {}
    }

    private func receive(countMax: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: countMax)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(0, count)))
    }
}
