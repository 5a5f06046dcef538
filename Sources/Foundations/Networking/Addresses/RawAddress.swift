import Glibc

/// An address in the form that the system's calls take and give.
@safe
struct RawAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Copies an address that a C function returned; a longer one than Linux knows is cut.
    init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
        let byteCount = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(
                from: UnsafeRawBufferPointer(start: address, count: byteCount)
            )
        }
        self.length = socklen_t(byteCount)
    }

    /// Builds the address of a Unix socket.
    init(unixPath path: String) throws(SocketAddressError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let utf8 = Array(path.utf8)
        guard !utf8.contains(0) else { throw .pathContainsNUL }
        guard utf8.count <= SocketAddress.unixPathByteCountMax else {
            throw .pathTooLong(byteCount: utf8.count)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: utf8) }
        unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.copyMemory(from: bytes) }
        }
        self.length = socklen_t(MemoryLayout<sockaddr_un>.size)
    }

    /// Reads an address that a call such as `getsockname` fills in.
    init(
        reading call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        var filled = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try unsafe withUnsafeMutablePointer(to: &storage) { pointer throws(SystemError) in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                address throws(SystemError) in
                try unsafe call(address, &filled)
            }
        }
        self.length = min(filled, socklen_t(MemoryLayout<sockaddr_storage>.size))
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Lends the address to a call such as `bind`.
    func withPointer<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(address, length)
            }
        }
    }

    /// The same address as a value, or nil for a family this module does not speak.
    var socketAddress: SocketAddress? {
        switch family {
        case AF_INET:
            withStorage(as: sockaddr_in.self) { address in
                var bytes = address.sin_addr
                return unsafe .tcp(
                    host: Self.text(AF_INET, &bytes),
                    port: UInt16(bigEndian: address.sin_port)
                )
            }
        case AF_INET6:
            withStorage(as: sockaddr_in6.self) { address in
                var bytes = address.sin6_addr
                return unsafe .tcp(
                    host: Self.text(AF_INET6, &bytes),
                    port: UInt16(bigEndian: address.sin6_port)
                )
            }
        case AF_UNIX:
            .unix(path: unixPath)
        default:
            nil
        }
    }

    private var unixPath: String {
        unsafe withUnsafeBytes(of: storage) { bytes in
            let path = unsafe bytes.prefix(Int(length)).dropFirst(
                MemoryLayout<sa_family_t>.size
            )
            return unsafe String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Lends the address as the structure of its family.
    func withStorage<Address, Value>(
        as type: Address.Type,
        _ body: (Address) -> Value
    ) -> Value {
        unsafe withUnsafeBytes(of: storage) { unsafe body($0.load(as: type)) }
    }

    private static func text(_ family: Int32, _ bytes: UnsafeRawPointer) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
            buffer in
            guard
                let text = unsafe inet_ntop(
                    family,
                    bytes,
                    buffer.baseAddress,
                    socklen_t(buffer.count)
                )
            else { return "" }
            return unsafe String(cString: text)
        }
    }
}
