/// A failure of a server or a client as a whole; it never travels.
public struct RuntimeError: Error, Hashable, Sendable {
    /// What went wrong.
    public let code: Code
    /// What a person should read.
    public let message: String
    /// What is behind it; nil where the message alone says it.
    package let cause: Cause?

    /// What can go wrong with a server or a client as a whole.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case invalidAddress, cannotListen, cannotConnect, handshakeFailed, unusableCertificate
            case stopped
        }

        private let value: Value

        /// The text does not spell an address.
        public static let invalidAddress = Code(value: .invalidAddress)
        /// The system would not let the server listen there.
        public static let cannotListen = Code(value: .cannotListen)
        /// No connection could be made.
        public static let cannotConnect = Code(value: .cannotConnect)
        /// The server could not prove who it is, or the two sides agree on no way to encrypt.
        public static let handshakeFailed = Code(value: .handshakeFailed)
        /// A file with a certificate or a key is of no use.
        public static let unusableCertificate = Code(value: .unusableCertificate)
        /// The server or the client has been shut down.
        public static let stopped = Code(value: .stopped)

        /// The name of the code.
        public var description: String { value.rawValue }
    }

    init(_ code: Code, _ message: String, cause: Cause? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension RuntimeError: CustomStringConvertible {
    /// The code's name and the message.
    public var description: String { "\(code): \(message)" }
}
