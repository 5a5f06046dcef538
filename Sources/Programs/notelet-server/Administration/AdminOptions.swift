import CommandLineInterface
import HTTP
import TTRPC

/// The settings of the listener for operators, which is off unless an address is given.
enum AdminOptions {
    static let listen = Option<[Address]>.repeated(
        "admin-listen",
        .adminAddress,
        environment: "NOTELET_ADMIN_LISTEN",
        help: "Address to listen on for notelet-admin; none by default. At unix:///PATH root and "
            + "the user that the server runs as may call; tls://HOST:PORT takes certificates of "
            + "--admin-tls-client-ca alone. It takes \(AdminServer.connectionCountMax) connections "
            + "at once."
    )
    static let webListen = Option<[HTTPAddress]>.repeated(
        "admin-web-listen",
        .adminWebAddress,
        environment: "NOTELET_ADMIN_WEB_LISTEN",
        help: "Address of the operators' page for browsers; none by default. At unix:///PATH, "
            + "which ssh -L leads to, root and the user that the server runs as may come in; "
            + "https://HOST:PORT takes certificates of --admin-tls-client-ca alone."
    )
    static let clientAuthorities = Option<String?>.optional(
        "admin-tls-client-ca",
        .file,
        environment: "NOTELET_ADMIN_TLS_CLIENT_CA",
        help: "File of the authorities that operators' certificates must come from, in PEM form; "
            + "each certificate of theirs opens the door, so give an authority of its own."
    )

    static let all: [any ParameterDeclaration] = [listen, webListen, clientAuthorities]
}

extension ValueSyntax<Address> {
    /// An address at which callers prove who they are.
    static let adminAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like unix:///run/notelet/admin.sock or tls://127.0.0.1:7577",
        parse: { text in
            switch try? Address(text) {
            case .unix(let path): .unix(path: path)
            case .tls(let host, let port): .tls(host: host, port: port)
            // Whoever can reach a plain TCP port could be anybody.
            case .tcp, nil: nil
            }
        }
    )
}

extension ValueSyntax<HTTPAddress> {
    /// An address at which browsers prove whose they are.
    static let adminWebAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like unix:///run/notelet/admin-web.sock or https://127.0.0.1:7578",
        parse: { text in
            guard let address = HTTPAddress(text) else { return nil }
            return address.isSecure || address.unixSocketPath != nil ? address : nil
        }
    )
}
