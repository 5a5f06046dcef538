internal import CMicroHTTPD

/// Hands answers to libmicrohttpd.
enum HTTPSending {
    /// How many bytes of a stream are asked for at once where they are not sent in chunks.
    private static let blockByteCount = 1 << 10

    /// Has a connection send an answer, on its thread.
    static func queue(_ answer: HTTPExchange.Answer, on connection: OpaquePointer) -> MHD_Result {
        switch answer {
        case .response(let response):
            guard let made = unsafe body(of: response.body) else { return .NO }
            return unsafe send(made, response.status, response.headers, on: connection)
        case .stream(let stream, let headers):
            unsafe stream.begin(HTTPPause(of: connection))
            guard let made = unsafe body(of: stream) else {
                stream.end()
                return .NO
            }
            return unsafe send(made, .ok, headers, on: connection)
        }
    }

    private static func body(of bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        let count = bytes.count
        return unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe MHD_create_response_from_buffer(count, bytes.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    private static func body(of stream: HTTPStream) -> OpaquePointer? {
        let kept = unsafe Unmanaged.passRetained(stream)
        let made = unsafe MHD_create_response_from_callback(
            .max,
            blockByteCount,
            { context, _, buffer, count in
                guard let stream = unsafe HTTPStream.at(context), let buffer = unsafe buffer
                else { return HTTPStream.bodyIsBroken }
                return unsafe stream.read(
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: count)
                )
            },
            kept.toOpaque(),
            { context in
                guard let stream = unsafe HTTPStream.at(context) else { return }
                stream.end()
                unsafe Unmanaged.passUnretained(stream).release()
            }
        )
        if unsafe made == nil { unsafe kept.release() }
        return unsafe made
    }

    private static func send(
        _ response: OpaquePointer,
        _ status: HTTPStatus,
        _ headers: [HTTPHeader],
        on connection: OpaquePointer
    ) -> MHD_Result {
        defer { unsafe MHD_destroy_response(response) }
        for header in headers {
            let result = unsafe MHD_add_response_header(response, header.name, header.value)
            guard result == .YES else { return .NO }
        }
        return unsafe MHD_queue_response(connection, UInt32(status.rawValue), response)
    }
}

extension HTTPStream {
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> HTTPStream? {
        unsafe context.map { unsafe Unmanaged<HTTPStream>.fromOpaque($0).takeUnretainedValue() }
    }
}
