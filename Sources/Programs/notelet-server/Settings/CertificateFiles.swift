import CommandLineInterface
import HTTP
import TTRPC

/// The files by which the server and its clients prove themselves at encrypted addresses, and what
/// is spoken there.
struct CertificateFiles {
    let certificate: String
    let key: String
    /// The authorities that clients' certificates must come from; nil where they need none.
    let clientAuthorities: String?
    let versionMin: SecurityVersion

    /// Finds out which files the options name.
    ///
    /// - Parameters:
    ///   - invocation: The options.
    ///   - place: For which address they are, as it is told where there is no certificate.
    ///   - clientAuthorities: The authorities for clients there.
    /// - Throws: `CommandFailure` where no certificate is named.
    init(
        _ invocation: Invocation,
        for place: String,
        clientAuthorities: String?
    ) throws(CommandFailure) {
        let options = ServerCommand.Options.self
        guard let certificate = invocation[options.certificate] else {
            throw CommandFailure(
                .configuration,
                "\(place) needs a certificate: name its file with --tls-certificate."
            )
        }
        self.certificate = certificate
        key = invocation[options.certificateKey] ?? certificate
        self.clientAuthorities = clientAuthorities
        versionMin = invocation[options.versionMin]
    }
}

extension ServerCredentials {
    /// Reads the files.
    ///
    /// - Throws: `CommandFailure` when one cannot be used.
    convenience init(_ files: CertificateFiles) throws(CommandFailure) {
        do throws(RuntimeError) {
            try self.init(
                certificateFile: files.certificate,
                keyFile: files.key,
                clientAuthorityFile: files.clientAuthorities,
                versionMin: files.versionMin
            )
        } catch {
            throw CommandFailure(.configuration, error.message + ".")
        }
    }
}

extension HTTPCredentials {
    /// Reads the files.
    ///
    /// - Throws: `CommandFailure` when one cannot be used.
    convenience init(_ files: CertificateFiles) throws(CommandFailure) {
        do throws(HTTPError) {
            try self.init(
                certificateFile: files.certificate,
                keyFile: files.key,
                clientAuthorityFile: files.clientAuthorities,
                versionMin: files.versionMin == .tls12 ? .tls12 : .tls13
            )
        } catch {
            throw CommandFailure(.configuration, error.description + ".")
        }
    }
}
