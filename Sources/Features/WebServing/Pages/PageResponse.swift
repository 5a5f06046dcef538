package import HTTP
internal import Serving
internal import TTRPC

extension HTTPResponse {
    /// Answers with a page, which nothing of another host can be part of, and which is part of
    /// nothing.
    ///
    /// - Parameters:
    ///   - status: What becomes of the request.
    ///   - html: The page.
    ///   - headers: What else its head says.
    ///   - isPadded: Whether who counts bytes shall not see how long it is: spaces behind a
    ///     document mean nothing in HTML.
    /// - Returns: The answer.
    package static func page(
        _ status: HTTPStatus = .ok,
        _ html: HTML,
        headers: [HTTPHeader],
        isPadded: Bool
    ) -> HTTPResponse {
        var bytes = Array(html.text.utf8)
        if isPadded {
            let byteCount = FramePadding.ofContract.paddedByteCount(bytes.count)
            bytes += repeatElement(UInt8(ascii: " "), count: byteCount - bytes.count)
        }
        return page(status, bytes: bytes, headers: headers)
    }

    /// Answers with a page that was written before.
    package static func page(
        _ status: HTTPStatus = .ok,
        bytes: [UInt8],
        headers: [HTTPHeader]
    ) -> HTTPResponse {
        HTTPResponse(
            status,
            headers: headers + PageSafety.headers
                + [HTTPHeader("Content-Type", "text/html; charset=utf-8")],
            body: bytes
        )
    }
}

/// What browsers are told of pages, so that they let nobody misuse them.
enum PageSafety {
    static let headers = [
        HTTPHeader(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'; require-trusted-types-for 'script'"
        ),
        HTTPHeader("Referrer-Policy", "no-referrer"),
        HTTPHeader("X-Frame-Options", "DENY"),
        HTTPHeader("Cross-Origin-Opener-Policy", "same-origin"),
        HTTPHeader("Cross-Origin-Resource-Policy", "same-origin"),
        HTTPHeader(
            "Permissions-Policy",
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
        ),
    ]
}
