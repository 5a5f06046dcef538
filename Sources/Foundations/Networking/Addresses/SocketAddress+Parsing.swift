import Glibc

extension SocketAddress {
    /// Parses `tcp://HOST:PORT` or `unix:///PATH`.
    package init(parsing text: String) throws(SocketAddressError) {
        if text.hasPrefix("tcp://") {
            try self.init(parsingEndpoint: text.dropFirst("tcp://".count), in: text)
        } else if text.hasPrefix("unix://") {
            self = try Self.parseUnix(String(text.dropFirst("unix://".count)))
        } else {
            throw .unknownScheme(text)
        }
    }

    /// Parses the `HOST:PORT` behind a scheme; `text` is the whole, for what errors say.
    package init(parsingEndpoint rest: Substring, in text: String) throws(SocketAddressError) {
        self = try Self.parseTCP(rest, in: text)
    }

    /// Whether a host is an address in figures, which needs no look-up.
    static func isNumeric(host: String) -> Bool {
        var bytes = in6_addr()
        return unsafe inet_pton(AF_INET, host, &bytes) == 1
            || inet_pton(AF_INET6, host, &bytes) == 1
    }

    private static func parseTCP(
        _ rest: Substring,
        in text: String
    ) throws(SocketAddressError) -> SocketAddress {
        guard let colon = rest.lastIndex(of: ":") else { throw .missingPort(text) }
        let host = rest[..<colon]
        let port = rest[rest.index(after: colon)...]
        if rest.hasPrefix("[") {
            guard host.hasSuffix("]") else {
                throw rest.hasSuffix("]") ? .missingPort(text) : .invalidHost(String(rest))
            }
            let literal = String(host.dropFirst().dropLast())
            guard literal.contains(":"), isNumeric(host: literal) else {
                throw .invalidHost(literal)
            }
            return .tcp(host: literal, port: try parsePort(port))
        }
        if host.contains(":") { throw .unbracketedIPv6(text) }
        let name = String(host)
        guard isNumeric(host: name) || isName(name) else { throw .invalidHost(name) }
        return .tcp(host: name, port: try parsePort(port))
    }

    private static func parsePort(_ text: Substring) throws(SocketAddressError) -> UInt16 {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.allSatisfy(digits.contains), let port = UInt16(text) else {
            throw .invalidPort(String(text))
        }
        return port
    }

    /// Letters, digits, hyphens and dots with one letter at least, so that `1.2.3` is no name.
    private static func isName(_ text: String) -> Bool {
        var hasLetter = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                hasLetter = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                continue
            default:
                return false
            }
        }
        return hasLetter && text.utf8.count <= hostNameByteCountMax
    }

    private static func parseUnix(_ path: String) throws(SocketAddressError) -> SocketAddress {
        guard !path.utf8.contains(0) else { throw .pathContainsNUL }
        guard path.utf8.first == UInt8(ascii: "/") else { throw .relativePath(path) }
        guard path.utf8.count <= unixPathByteCountMax else {
            throw .pathTooLong(byteCount: path.utf8.count)
        }
        return .unix(path: path)
    }
}
