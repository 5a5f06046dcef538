import CommandLineInterface
import TTRPC

extension ServerCredentials {
    /// Reads the certificate that the options name, for the public addresses or for operators'.
    ///
    /// - Throws: `CommandFailure` when a file cannot be used.
    convenience init(
        _ invocation: Invocation,
        certificateFile: String,
        clientAuthorityFile: String?
    ) throws(CommandFailure) {
        do throws(RuntimeError) {
            try self.init(
                certificateFile: certificateFile,
                keyFile: invocation[ServerCommand.Options.certificateKey] ?? certificateFile,
                clientAuthorityFile: clientAuthorityFile,
                versionMin: invocation[ServerCommand.Options.versionMin]
            )
        } catch {
            throw CommandFailure(.configuration, error.message + ".")
        }
    }
}
