import Glibc

extension SocketAddress {
    /// The addresses to try, in the order the system's resolver prefers; never empty.
    ///
    /// Blocks while it asks the resolver, unless the host is an address in figures.
    func resolved() throws(SocketError) -> [RawAddress] {
        switch self {
        case .unix(let path):
            do {
                return [try RawAddress(unixPath: path)]
            } catch {
                throw .invalidAddress(error)
            }
        case .tcp(let host, let port):
            return try Self.lookUp(host: host, port: port)
        }
    }

    /// Whether `resolved()` may have to wait for a name server.
    var needsLookUp: Bool {
        switch self {
        case .unix: false
        case .tcp(let host, _): !Self.isNumeric(host: host)
        }
    }

    private static func lookUp(
        host: String,
        port: UInt16
    ) throws(SocketError) -> [RawAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, String(port), &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        guard code == 0 else {
            let reason = unsafe gai_strerror(code).map { unsafe String(cString: $0) } ?? ""
            throw .unresolvedHost(host, reason: reason)
        }
        var addresses: [RawAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ai_addr {
                unsafe addresses.append(
                    RawAddress(copying: address, length: entry.pointee.ai_addrlen)
                )
            }
            unsafe next = entry.pointee.ai_next
        }
        guard !addresses.isEmpty else {
            throw .unresolvedHost(host, reason: "the name has no address")
        }
        return addresses
    }
}
