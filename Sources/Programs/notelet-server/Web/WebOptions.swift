import CommandLineInterface
import HTTP

/// The settings of HTTP's door, which is shut unless an address is given.
enum WebOptions {
    static let listen = Option<[HTTPAddress]>.repeated(
        "web-listen",
        .webAddress,
        environment: "NOTELET_WEB_LISTEN",
        help: "Address for browsers, phones and others who speak Connect; none by default. "
            + "https://HOST:PORT takes the certificate of --tls-certificate, http://HOST:PORT and "
            + "unix:///PATH are for a proxy on this machine."
    )
    static let origins = Option<[String]>.repeated(
        "web-origin",
        .webOrigin,
        environment: "NOTELET_WEB_ORIGIN",
        help: "Origin such as https://app.example.com whose pages may call with tokens, from "
            + "another host than that of --web-listen."
    )
    static let trustedProxies = Option<[String]>.repeated(
        "trusted-proxy",
        .proxyAddress,
        environment: "NOTELET_TRUSTED_PROXY",
        help: "Address of a proxy in front of --web-listen, or unix: its X-Forwarded-For or "
            + "Forwarded says where requests come from, for what is limited by address."
    )

    static let all: [any ParameterDeclaration] = [listen, origins, trustedProxies]
}

extension ValueSyntax<HTTPAddress> {
    /// A place where HTTP is spoken, in plain or not.
    static let webAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like https://0.0.0.0:443, http://127.0.0.1:8080 or "
            + "unix:///run/notelet/web.sock",
        parse: { HTTPAddress($0) }
    )
}

extension ValueSyntax<String> {
    /// The origin of pages, as browsers tell it.
    static let webOrigin = ValueSyntax(
        placeholder: "ORIGIN",
        expectation: "an origin like https://app.example.com, in lower case and without a path",
        parse: { text in
            let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
            guard let scheme, text == text.lowercased() else { return nil }
            let host = text.dropFirst(scheme.count)
            let isHost = host.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "/")
            }
            return isHost && !host.isEmpty ? text : nil
        }
    )

    /// The address of a proxy.
    static let proxyAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address in figures like 127.0.0.1 or ::1, or unix",
        parse: { TrustedProxies([$0]) == nil ? nil : $0 }
    )
}
