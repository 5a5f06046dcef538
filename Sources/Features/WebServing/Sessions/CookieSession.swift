internal import Domain
internal import HTTP
internal import NoteletAPI
internal import ProtobufCoding
package import Serving

/// The session of a browser, whose tokens are in cookies that no script can read.
///
/// A page of this door asks for it with the header `Notelet-Session: cookie`, which no page of
/// another host can send without being allowed to. Then the tokens of a request come out of its
/// cookies, and those of a response go into them instead of the message.
package struct CookieSession: Sendable {
    private let accessToken: String?
    private let refreshToken: String?
    private let names: Names

    /// The names of the cookies, which browsers take only with `Secure`, `Path=/` and without a
    /// domain: apps that share a host have names of their own.
    private struct Names {
        let access: String
        let refresh: String

        init(of session: String) {
            access = "__Host-\(session)-access"
            refresh = "__Host-\(session)-refresh"
        }
    }

    /// The session that a request is of; nil where it does not ask for one.
    init?(_ request: borrowing HTTPRequest, named name: String) {
        guard request.header("notelet-session") == "cookie" else { return nil }
        self.init(cookiesOf: request, named: name)
    }

    /// The session whose cookies come with a request.
    init(cookiesOf request: borrowing HTTPRequest, named name: String) {
        self.init(cookieLines: request.values(of: "cookie"), named: name)
    }

    /// The session whose tokens are among the cookies in the values of some headers.
    init(cookieLines lines: [String], named name: String) {
        let cookies = Self.cookies(lines)
        names = Names(of: name)
        accessToken = cookies[names.access]
        refreshToken = cookies[names.refresh]
    }

    /// The token that the call is made with.
    package var token: TokenText? { accessToken.map { TokenText($0.utf8.span.bytes) } }

    private static func cookies(_ lines: [String]) -> [String: String] {
        var cookies: [String: String] = [:]
        for pair in lines.flatMap({ $0.split(separator: ";") }) {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            // A cookie of this name that came first is the more special one.
            cookies[String(parts[0])] = cookies[String(parts[0])] ?? String(parts[1])
        }
        return cookies
    }

    /// A request with what it takes out of a cookie.
    func completed(_ request: [UInt8], of method: MethodSummary) -> [UInt8] {
        guard method == AccountsAPI.refresh.summary else { return request }
        return encode(RefreshRequest(refreshToken: refreshToken ?? ""))
    }

    /// A response without the tokens in it, and the cookies that have them instead.
    func divided(
        _ response: [UInt8],
        of method: MethodSummary,
        at now: Instant
    ) -> (response: [UInt8], headers: [HTTPHeader]) {
        switch method {
        case AccountsAPI.signUp.summary:
            divide(response, as: SignUpResponse.self, \.session, at: now)
        case AccountsAPI.logIn.summary:
            divide(response, as: LogInResponse.self, \.session, at: now)
        case AccountsAPI.createGuest.summary:
            divide(response, as: CreateGuestResponse.self, \.session, at: now)
        case AccountsAPI.refresh.summary:
            divide(response, as: RefreshResponse.self, \.session, at: now)
        case AccountsAPI.logOut.summary, AccountsAPI.deleteAccount.summary:
            (response, cookies(of: nil, at: now))
        default:
            (response, [])
        }
    }

    private func divide<Response: FormedMessage>(
        _ bytes: [UInt8],
        as type: Response.Type,
        _ session: WritableKeyPath<Response, Session?>,
        at now: Instant
    ) -> (response: [UInt8], headers: [HTTPHeader]) {
        guard var response = try? ProtobufDecoder().decode(type, from: bytes) else {
            preconditionFailure("Responses are what the contract says.")
        }
        let headers = cookies(of: response[keyPath: session], at: now)
        response[keyPath: session] = nil
        return (encode(response), headers)
    }

    /// The cookies of a session; those that take the cookies away where there is none.
    private func cookies(of session: Session?, at now: Instant) -> [HTTPHeader] {
        [
            Self.cookie(names.access, session?.accessToken, until: session?.accessExpiresAt, now),
            Self.cookie(
                names.refresh,
                session?.refreshToken,
                until: session?.refreshExpiresAt,
                now
            ),
        ]
    }

    private static func cookie(
        _ name: String,
        _ value: String?,
        until end: Timestamp?,
        _ now: Instant
    ) -> HTTPHeader {
        let seconds = max(0, (end?.seconds ?? 0) - now.milliseconds / 1_000)
        return HTTPHeader(
            "Set-Cookie",
            "\(name)=\(value ?? ""); Max-Age=\(seconds); Path=/; Secure; HttpOnly; SameSite=Strict"
        )
    }
}
