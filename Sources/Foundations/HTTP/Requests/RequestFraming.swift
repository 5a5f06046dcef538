internal import CMicroHTTPD

/// What the head of a request says of where the request ends.
///
/// libmicrohttpd takes one of several words for it, as others do who may stand in front, and take
/// another: what the one holds for a body is a request for the other. RFC 9112 (3.2, 5.1, 6.3) has
/// such requests refused.
struct RequestFraming {
    private var lengthCount = 0
    private var encodingCount = 0
    private var hostCount = 0
    private var isBroken = false

    /// Reads a head; false where it can be understood in two ways.
    static func isClear(_ connection: OpaquePointer) -> Bool {
        var framing = RequestFraming()
        unsafe withUnsafeMutablePointer(to: &framing) { framing in
            _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, take, framing)
        }
        return !framing.isBroken && framing.hostCount <= 1
            && framing.lengthCount + framing.encodingCount <= 1
    }

    private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if unsafe name.last.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true {
            isBroken = true
        } else if unsafe name.isEqual(to: "host") {
            hostCount += 1
        } else if unsafe name.isEqual(to: "content-length") {
            lengthCount += 1
            let isNumber = unsafe value.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            if unsafe !isNumber || value.isEmpty || value.count > 18 { isBroken = true }
        } else if unsafe name.isEqual(to: "transfer-encoding") {
            encodingCount += 1
            if unsafe !value.isEqual(to: "chunked") { isBroken = true }
        }
    }

    private static let take: MHD_KeyValueIteratorN = {
        context,
        _,
        name,
        nameByteCount,
        value,
        valueByteCount in
        guard let framing = unsafe context?.assumingMemoryBound(to: RequestFraming.self) else {
            return .NO
        }
        unsafe framing.pointee.take(
            UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameByteCount),
            UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueByteCount)
        )
        return .YES
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are those of a text in lower case, but for the case of letters.
    fileprivate func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            for index in indices {
                let byte = unsafe self[index]
                let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                guard unsafe (isUpper ? byte | 0x20 : byte) == text[index] else { return false }
            }
            return true
        }
    }
}
