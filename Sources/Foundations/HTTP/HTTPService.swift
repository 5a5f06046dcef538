internal import CMicroHTTPD
internal import Glibc

/// What a daemon calls: answers requests, and has the oldest connection end where there are too
/// many.
///
/// `@unchecked Sendable`: everything is used on the daemon's one thread.
final class HTTPService: @unchecked Sendable {
    private let pages: HTTPPages
    private let connectionCountMax: Int
    /// The descriptors of the connections that may go on, in the order in which they came.
    private var line: [Int32] = []

    init(_ pages: @escaping HTTPPages, connectionCountMax: Int) {
        self.pages = pages
        self.connectionCountMax = connectionCountMax
    }

    /// The service that a daemon was given.
    static func at(_ context: UnsafeMutableRawPointer?) -> HTTPService? {
        unsafe context.map { unsafe Unmanaged<HTTPService>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes note of a connection's beginning or end.
    func connection(_ connection: OpaquePointer?, _ event: MHD_ConnectionNotificationCode) {
        guard let connection = unsafe connection,
            let information = unsafe shim_MHD_get_connection_info(
                connection,
                .CONNECTION_INFO_CONNECTION_FD
            )
        else { return }
        let descriptor = unsafe information.pointee.connect_fd
        guard event == .CONNECTION_NOTIFY_STARTED else {
            line.removeAll { $0 == descriptor }
            return
        }
        line.append(descriptor)
        // The daemon closes a connection once it finds its socket shut.
        if line.count > connectionCountMax { shutdown(line.removeFirst(), Int32(SHUT_RDWR)) }
    }

    /// Answers a request as soon as its head is there.
    func answer(
        _ connection: OpaquePointer,
        path: UnsafePointer<CChar>?,
        method: UnsafePointer<CChar>?
    ) -> MHD_Result {
        guard let path = unsafe path.map({ unsafe String(cString: $0) }),
            let method = unsafe method.map({ unsafe String(cString: $0) })
        else { return .NO }
        guard method == "GET" else {
            let refusal = HTTPResponse(.methodNotAllowed, line: "Only GET is answered.")
            return unsafe queue(refusal, on: connection, headers: [("Allow", "GET")])
        }
        return unsafe queue(pages(path), on: connection)
    }

    private func queue(
        _ response: HTTPResponse,
        on connection: OpaquePointer,
        headers: [(String, String)] = []
    ) -> MHD_Result {
        var body = response.body
        let count = body.count
        let answer = unsafe body.withUnsafeMutableBytes { bytes in
            unsafe MHD_create_response_from_buffer(
                count,
                bytes.baseAddress,
                .RESPMEM_MUST_COPY
            )
        }
        guard let answer = unsafe answer else { return .NO }
        defer { unsafe MHD_destroy_response(answer) }
        let common = [
            ("Content-Type", response.contentType), ("Cache-Control", "no-store"),
            ("Connection", "close"),
        ]
        for (name, value) in common + headers {
            guard unsafe MHD_add_response_header(answer, name, value) == .YES else {
                return .NO
            }
        }
        return unsafe MHD_queue_response(connection, response.status.rawValue, answer)
    }
}
