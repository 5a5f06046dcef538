import CommandLineInterface
import TTRPC

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
        guard let authorities = invocation[AdminOptions.clientAuthorities] else {
            throw CommandFailure(
                .configuration,
                "--admin-listen \(address) demands certificates of operators: name the file of "
                    + "their authority with --admin-tls-client-ca."
            )
        }
        guard let certificate = invocation[ServerCommand.Options.certificate] else {
            throw CommandFailure(
                .configuration,
                "--admin-listen \(address) needs a certificate: name its file with "
                    + "--tls-certificate."
            )
        }
        credentials = try ServerCredentials(
            invocation,
            certificateFile: certificate,
            clientAuthorityFile: authorities
        )
    }
}
