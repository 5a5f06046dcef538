package import CommandLineInterface
import TTRPC

/// The options by which an operator says where to look: at a running server, or at the files of a
/// store.
package enum ServerOptions {
    static let server = Option<Address>(
        "server",
        .serverAddress,
        default: "unix:///run/notelet/admin.sock",
        environment: "NOTELET_ADMIN_SERVER",
        help: "Address that the server was given as --admin-listen: unix:///PATH or "
            + "tls://HOST:PORT."
    )
    static let authorities = Option<String?>.optional(
        "ca-file",
        .file,
        environment: "NOTELET_ADMIN_CA_FILE",
        help: "File of the authorities that the certificate of a tls:// server must come from, in "
            + "PEM form; by default those that the system trusts."
    )
    static let certificate = Option<String?>.optional(
        "client-certificate",
        .file,
        environment: "NOTELET_ADMIN_CLIENT_CERTIFICATE",
        help: "File of your own certificate, which tls:// servers demand."
    )
    static let key = Option<String?>.optional(
        "client-key",
        .file,
        environment: "NOTELET_ADMIN_CLIENT_KEY",
        help: "File of the private key to it; by default the same file."
    )
    static let app = Option<String?>.optional(
        "app",
        .text.named("NAME"),
        environment: "NOTELET_ADMIN_APP",
        help: "Name of the app that is meant, where the server has several; by default the one "
            + "without a section in its file of settings."
    )
    /// The folder of a store to read instead.
    package static let folder = Option<String?>.optional(
        "store",
        .folder,
        help: "Read the files of the store in this folder, stopped or running, instead of asking "
            + "the server."
    )

    /// For commands that need the server.
    package static let ofServer: [any ParameterDeclaration] = [
        server, authorities, certificate, key, app,
    ]
    /// For commands that read, from the one or the other.
    package static let ofEither: [any ParameterDeclaration] =
        ofServer + [folder, StoreOptions.keyFile]
}

extension ValueSyntax<Address> {
    /// An address that a client can connect to.
    static let serverAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like unix:///run/notelet/admin.sock or tls://example.com:7577",
        parse: { text in try? Address(text) }
    )
}
