package import CommandLineInterface
internal import Domain
package import NoteletAPI

/// What an operator calls something that is done once, however often it is asked for.
package enum DeedName {
    /// Declares the option by which an operator names it.
    ///
    /// - Parameters:
    ///   - thing: What gets the name, such as `the grant`.
    ///   - nothing: What the same name does once more, such as `gives nothing`.
    /// - Returns: The option.
    package static func option(of thing: String, again nothing: String) -> Option<String?> {
        Option<String?>.optional(
            "reference",
            .text.named("NAME"),
            help: "What \(thing) is called, 1 to 128 bytes: the same name again \(nothing). By "
                + "default it gets a new one, so doing it again does it twice."
        )
    }

    /// A name that nothing has yet.
    package static func new() -> String {
        let (high, low) = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
        return OpaqueID(high: high, low: low).uuid
    }
}

extension AdminConnection {
    /// Makes a call that has something done once by its name, which an operator is told where
    /// nobody knows whether it was done.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - request: The request, with the name in it.
    ///   - name: The name.
    /// - Returns: The answer.
    /// - Throws: `CommandFailure` that says what to do.
    package func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        called name: String
    ) async throws(CommandFailure) -> Response {
        do throws(CommandFailure) {
            return try await call(method, request)
        } catch {
            throw error.telling(name)
        }
    }
}

extension CommandFailure {
    /// The failure, with the name of what may have been done all the same.
    func telling(_ name: String) -> CommandFailure {
        switch exitCode {
        case .timeout, .unreachable, .protocolViolation, .badData:
            saying(
                "\(message) With --reference \(name) it can be asked for again, and is done once."
            )
        default: self
        }
    }
}
