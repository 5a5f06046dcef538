/// A call as a transport takes it: a method, an encoded request, and what goes with it.
package struct EncodedCall: Hashable, Sendable {
    /// What is called.
    package let method: Method
    /// The encoded request.
    package let request: [UInt8]
    /// How long to wait; nil waits until the connection ends.
    ///
    /// The server learns of it, and this side keeps it by itself.
    package var timeout: Duration?
    /// What travels beside the request: short texts, by keys in lower case.
    package var metadata: [String: String]
    /// What lengthens the request; nil leaves it as long as it is.
    package var padding: MessagePadding?

    /// What a method is called.
    package struct Method: Hashable, Sendable {
        /// The full name of the service.
        package let service: String
        /// The name of the method.
        package let name: String

        /// Names a method of a service.
        package init(service: String, name: String) {
            self.service = service
            self.name = name
        }
    }

    /// Puts a call together.
    package init(
        _ method: Method,
        _ request: [UInt8],
        timeout: Duration? = nil,
        metadata: [String: String] = [:],
        padding: MessagePadding? = nil
    ) {
        self.method = method
        self.request = request
        self.timeout = timeout
        self.metadata = metadata
        self.padding = padding
    }
}
