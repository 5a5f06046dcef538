import CommandLineInterface
import HTTP
import TTRPC

extension HTTPCredentials {
    /// Reads the certificate that the options name, for the public addresses or for operators'.
    ///
    /// - Throws: `CommandFailure` when a file cannot be used.
    convenience init(
        _ invocation: Invocation,
        certificateFile: String,
        clientAuthorityFile: String?
    ) throws(CommandFailure) {
        let options = ServerCommand.Options.self
        do throws(HTTPError) {
            try self.init(
                certificateFile: certificateFile,
                keyFile: invocation[options.certificateKey] ?? certificateFile,
                clientAuthorityFile: clientAuthorityFile,
                versionMin: invocation[options.versionMin] == .tls12 ? .tls12 : .tls13
            )
        } catch {
            throw CommandFailure(.configuration, error.description + ".")
        }
    }
}
