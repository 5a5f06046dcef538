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

    /// Whether a body follows the head.
    var hasBody: Bool {
        header("transfer-encoding") != nil || header("content-length").map { $0 != "0" } ?? false
    }

    /// The first value of a header; its name goes without regard to case.
    ///
    /// What is no UTF-8 in it is replaced.
    package func header(_ name: String) -> String? {
        value(.HEADER_KIND, name)
    }

    /// The first values of some headers that are there, by the names that are asked for.
    package func headers(_ names: [String]) -> [String: String] {
        values(.HEADER_KIND, names)
    }

    /// The values of all headers of a name, in their order.
    package func values(of name: String) -> [String] {
        var found = FoundValues(name: name)
        unsafe withUnsafeMutablePointer(to: &found) { found in
            let take = unsafe FoundValues.take
            _ = unsafe MHD_get_connection_values_n(pointer, .HEADER_KIND, take, found)
        }
        return found.values
    }

    /// The first values of some parameters of the query that are there.
    package func queries(_ names: [String]) -> [String: String] {
        values(.GET_ARGUMENT_KIND, names)
    }

    /// The first value of a parameter of the query, with its percent escapes undone.
    package func query(_ name: String) -> String? {
        value(.GET_ARGUMENT_KIND, name)
    }

    private func values(_ kind: MHD_ValueKind, _ names: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for name in names { values[name] = value(kind, name) }
        return values
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

/// The values of the headers of a name, as libmicrohttpd goes through all headers.
private struct FoundValues {
    let name: String
    var values: [String] = []

    static let take: MHD_KeyValueIteratorN = {
        context,
        _,
        key,
        keyByteCount,
        value,
        valueByteCount in
        guard let found = unsafe context?.assumingMemoryBound(to: FoundValues.self) else {
            return .NO
        }
        let key = unsafe UnsafeRawBufferPointer(start: key, count: key == nil ? 0 : keyByteCount)
        guard unsafe String(decoding: key, as: UTF8.self).lowercased() == found.pointee.name else {
            return .YES
        }
        let value = unsafe UnsafeRawBufferPointer(
            start: value,
            count: value == nil ? 0 : valueByteCount
        )
        unsafe found.pointee.values.append(String(decoding: value, as: UTF8.self))
        return .YES
    }
}
