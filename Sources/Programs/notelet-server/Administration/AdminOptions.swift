import CommandLineInterface
import TTRPC

/// The settings of the listener for operators, which is off unless an address is given.
enum AdminOptions {
    static let listen = Option<[Address]>.repeated(
        "admin-listen",
        .adminAddress,
        environment: "NOTELET_ADMIN_LISTEN",
        help: "Address to listen on for notelet-admin; none by default. At unix:///PATH root and "
            + "the user that the server runs as may call; tls://HOST:PORT takes certificates of "
            + "--admin-tls-client-ca alone."
    )
    static let clientAuthorities = Option<String?>.optional(
        "admin-tls-client-ca",
        .file,
        environment: "NOTELET_ADMIN_TLS_CLIENT_CA",
        help: "File of the authorities that operators' certificates must come from, in PEM form; "
            + "each certificate of theirs opens the door, so give an authority of its own."
    )

    static let all: [any ParameterDeclaration] = [listen, clientAuthorities]
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
