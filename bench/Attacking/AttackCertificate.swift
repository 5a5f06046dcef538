import Foundation

/// The certificate of a server that is attacked: anybody has its key, so it proves nothing.
///
/// It lies in a file, with its key, for as long as this lives. It is for 127.0.0.1 until 2126, of
/// its own authority: `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes
/// -days 36500 -subj /CN=notelet-bench -addext subjectAltName=IP:127.0.0.1`.
final class AttackCertificate {
    /// The file.
    let path: String

    /// Writes the file.
    init() throws {
        let name = "notelet-bench.\(UUID().uuidString).pem"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        let isWritten = FileManager.default.createFile(
            atPath: path,
            contents: Data(Self.text.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let text = """
        -----BEGIN CERTIFICATE-----
        MIIBmDCCAT6gAwIBAgIUEi9Mgmi7ZUl2sDfRoo+54752J00wCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNbm90ZWxldC1iZW5jaDAgFw0yNjExMjIwNTUwMzlaGA8yMTI2
        MTAyOTA1NTAzOVowGDEWMBQGA1UEAwwNbm90ZWxldC1iZW5jaDBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABFtwvf245JPFJsjp8DMXKqyeaVjuk+l5zSMpQZQebQnR
        mpALDEAh0ZHh5joadIyg3LGX8YhtJwrVG5P2C7Wrul6jZDBiMB0GA1UdDgQWBBSp
        riGPWSVcKMK+v+obL9ajweEsGTAfBgNVHSMEGDAWgBSpriGPWSVcKMK+v+obL9aj
        weEsGTAPBgNVHREECDAGhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0E
        AwIDSAAwRQIgMTixuzcJstuskUXmj0zU9hR8LfzmDd9AKTkEV+xlAN0CIQDteLeZ
        T2p6GYvl4naJDLklpQSnGAkrcHBps7dzVMNCNA==
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc7k09udPnnNDNsFi
        Tw3hA1+uPYJlB4O8iz/RGt8eZSehRANCAARbcL39uOSTxSbI6fAzFyqsnmlY7pPp
        ec0jKUGUHm0J0ZqQCwxAIdGR4eY6GnSMoNyxl/GIbScK1RuT9gu1q7pe
        -----END PRIVATE KEY-----

        """
}
