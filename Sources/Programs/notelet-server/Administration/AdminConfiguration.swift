import CommandLineInterface
import HTTP
import TTRPC

/// Where operators reach the server, and what it demands of them there.
struct AdminConfiguration: Sendable {
    let addresses: [Address]
    /// What the server proves itself with at `tls://` addresses; nil where there are none.
    let credentials: ServerCredentials?
    /// Where their browsers reach it.
    let webAddresses: [HTTPAddress]
    /// What the server proves itself with at `https://` addresses; nil where there are none.
    let webCredentials: HTTPCredentials?

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws(CommandFailure) {
        addresses = invocation[AdminOptions.listen]
        webAddresses = invocation[AdminOptions.webListen]
        if let address = addresses.first(where: \.isSecure) {
            let files = try Files(invocation, for: "--admin-listen \(address)")
            credentials = try ServerCredentials(
                invocation,
                certificateFile: files.certificate,
                clientAuthorityFile: files.authorities
            )
        } else {
            credentials = nil
        }
        if let address = webAddresses.first(where: \.isSecure) {
            let files = try Files(invocation, for: "--admin-web-listen \(address)")
            webCredentials = try HTTPCredentials(
                invocation,
                certificateFile: files.certificate,
                clientAuthorityFile: files.authorities
            )
        } else {
            webCredentials = nil
        }
    }

    /// What the server and operators prove themselves with.
    private struct Files {
        let certificate: String
        let authorities: String

        init(_ invocation: Invocation, for place: String) throws(CommandFailure) {
            guard let authorities = invocation[AdminOptions.clientAuthorities] else {
                throw CommandFailure(
                    .configuration,
                    "\(place) demands certificates of operators: name the file of their "
                        + "authority with --admin-tls-client-ca."
                )
            }
            guard let certificate = invocation[ServerCommand.Options.certificate] else {
                throw CommandFailure(
                    .configuration,
                    "\(place) needs a certificate: name its file with --tls-certificate."
                )
            }
            self.certificate = certificate
            self.authorities = authorities
        }
    }
}
