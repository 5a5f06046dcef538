internal import CMicroHTTPD

/// A request as its handler sees it: lent for the time of the handler, since it looks into what
/// libmicrohttpd keeps of it.
@safe
package struct HTTPRequest: ~Copyable {
    /// The method of HTTP, such as `POST`, as it came.
    package let verb: String
    /// The path, with its percent escapes undone and without the query.
    package let path: String
    /// What belongs to the connection rather than to the request.
    package let connection: HTTPConnection

    private let pointer: OpaquePointer

    init(verb: String, path: String, _ connection: HTTPConnection, _ pointer: OpaquePointer) {
        self.verb = verb
        self.path = path
        self.connection = connection
        unsafe self.pointer = pointer
    }

    /// The first value of a header; its name goes without regard to case.
    ///
    /// What is no UTF-8 in it is replaced.
    package func header(_ name: String) -> String? {
        value(.HEADER_KIND, name)
    }

    /// The first value of a parameter of the query, with its percent escapes undone.
    package func query(_ name: String) -> String? {
        value(.GET_ARGUMENT_KIND, name)
    }

    private func value(_ kind: MHD_ValueKind, _ name: String) -> String? {
        var start: UnsafePointer<CChar>?
        var byteCount = 0
        let name = name
        let result = unsafe name.utf8.withContiguousStorageIfAvailable { utf8 in
            unsafe utf8.withMemoryRebound(to: CChar.self) { name in
                unsafe MHD_lookup_connection_value_n(
                    pointer,
                    kind,
                    name.baseAddress,
                    name.count,
                    &start,
                    &byteCount
                )
            }
        }
        guard result == .YES else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : byteCount)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
