/// Where an app is among those that share the listeners of HTTP: its host and the path that its own
/// are below, as the base of its links has them.
package struct WebPlace: Hashable, Sendable {
    /// The host, with a port that is not the usual one; nil for whatever host is called.
    package let host: String?
    /// The path that all of the app are below, such as `/letters`; empty for the root.
    package let basePath: String
    /// What the cookies of its sessions are named by.
    let sessionName: String

    /// The place of the app of requests that no other one is for.
    package init() {
        (host, basePath, sessionName) = (nil, "", "notelet")
    }

    /// A place at whatever host is called, below a path.
    package init(below basePath: String) {
        (host, self.basePath, sessionName) = (nil, basePath, "notelet")
    }

    /// The place of an app of a name, by the base of its links; nil where that is no address.
    ///
    /// What comes before the last part of its path is the base of the app:
    /// `https://example.com/letters/receive/` has it at the host `example.com` below `/letters`.
    package init?(ofLinks linkBaseURL: String, named name: String) {
        guard let (host, path) = Self.address(in: linkBaseURL), !path.isEmpty,
            linkBaseURL.hasSuffix("/")
        else { return nil }
        self.host = host
        basePath = path.dropLast().map { "/" + $0 }.joined()
        sessionName = "notelet-" + name
    }

    /// The host and the path in one: that of no other app.
    package var address: String { (host ?? "") + basePath }

    /// Whether a request for a path at a host, as `host(named:)` has it, is for here.
    ///
    /// The host is asked for only where not any will do.
    func takes(_ host: @autoclosure () -> String, _ path: String) -> Bool {
        guard self.host == nil || self.host == host() else { return false }
        guard path.hasPrefix(basePath) else { return false }
        let next = path.utf8.dropFirst(basePath.utf8.count).first
        return next == nil || next == UInt8(ascii: "/")
    }
}

// Addresses of links, and what of them comes here.
extension WebPlace {
    /// Whether requests come here that are for links of a base, and for what lies beside them.
    package func takesLinks(of linkBaseURL: String) -> Bool {
        guard let (host, path) = Self.address(in: linkBaseURL) else { return false }
        return takes(host, path.dropLast().map { "/" + $0 }.joined() + "/")
    }

    /// The first part of its path below a base path at the host of links; nil where it lies
    /// elsewhere.
    package func firstPart(below basePath: String, atHostOf linkBaseURL: String) -> String? {
        guard let (host, _) = Self.address(in: linkBaseURL), host == self.host,
            self.basePath.hasPrefix(basePath + "/")
        else { return nil }
        return self.basePath.dropFirst(basePath.count).split(separator: "/").first.map(String.init)
    }

    /// A host in the one form that is compared: in lower case, without the dot at its end, and with
    /// a port only where that is not the usual one of a scheme.
    static func host(named text: String) -> String {
        let text = text.lowercased()
        // The address of version 6 between brackets has colons too.
        let end = text.lastIndex(of: "]") ?? text.startIndex
        let colon = text[end...].lastIndex(of: ":") ?? text.endIndex
        let port = text[colon...]
        let name = text[..<colon]
        let isUsual = [":", ":80", ":443"].contains(port)
        return String(name.last == "." ? name.dropLast() : name) + (isUsual ? "" : port)
    }

    /// The host and the parts of the path of an address of HTTP; nil for another one.
    private static func address(in url: String) -> (host: String, path: [Substring])? {
        guard let scheme = ["https://", "http://"].first(where: { url.hasPrefix($0) }) else {
            return nil
        }
        let rest = url.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex else { return nil }
        let path = rest[slash...].split(separator: "/", omittingEmptySubsequences: true)
        return (host(named: String(rest[..<slash])), path)
    }
}
