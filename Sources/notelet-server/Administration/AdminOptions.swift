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

/// Where operators reach the server, and what it demands of them there.
struct AdminConfiguration: Sendable {
    let addresses: [Address]
    /// What the server proves itself with at `tls://` addresses; nil where there are none.
    let credentials: ServerCredentials?

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws(CommandFailure) {
        addresses = invocation[AdminOptions.listen]
        guard let address = addresses.first(where: \.isSecure) else {
            credentials = nil
            return
        }
        let options = ServerCommand.Options.self
        guard let authorities = invocation[AdminOptions.clientAuthorities] else {
            throw CommandFailure(
                .configuration,
                "--admin-listen \(address) demands certificates of operators: name the file of "
                    + "their authority with --admin-tls-client-ca."
            )
        }
        guard let certificate = invocation[options.certificate] else {
            throw CommandFailure(
                .configuration,
                "--admin-listen \(address) needs a certificate: name its file with "
                    + "--tls-certificate."
            )
        }
        do throws(RuntimeError) {
            credentials = try ServerCredentials(
                certificateFile: certificate,
                keyFile: invocation[options.certificateKey] ?? certificate,
                clientAuthorityFile: authorities,
                versionMin: invocation[options.versionMin]
            )
        } catch {
            throw CommandFailure(.configuration, error.message + ".")
        }
    }
}
