import CommandLineInterface
import HTTP
import TTRPC

/// Where a server listens: at an address that it binds, or on a socket that listens already.
enum ListeningPlace: Hashable, Sendable, CustomStringConvertible {
    /// An address.
    case address(Address)
    /// The number of a descriptor that the server was started with.
    case descriptor(Int32)

    /// Reads `fd://3`, or what `Address` reads; nil where it is neither.
    init?(_ text: String) {
        if text.hasPrefix("fd://") {
            guard let number = Int32(text.dropFirst(5)), number >= 3 else { return nil }
            self = .descriptor(number)
        } else {
            guard let address = try? Address(text) else { return nil }
            self = .address(address)
        }
    }

    /// Whether what travels is encrypted; a socket that was passed is spoken to as it is.
    var isSecure: Bool {
        switch self {
        case .address(let address): address.isSecure
        case .descriptor: false
        }
    }

    /// The form that `init(_:)` reads.
    var description: String {
        switch self {
        case .address(let address): address.description
        case .descriptor(let number): "fd://\(number)"
        }
    }
}

extension ValueSyntax<ListeningPlace> {
    /// A place to listen.
    static let listeningPlace = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like tls://0.0.0.0:7575, unix:///run/notelet.sock or fd://3",
        parse: { ListeningPlace($0) }
    )
}

extension ValueSyntax<UInt32> {
    /// Who may connect to a Unix socket, as chmod(1) takes it in digits.
    static let fileMode = ValueSyntax(
        placeholder: "MODE",
        expectation: "three octal digits like 660, the first of them 6 or 7",
        parse: { text in
            let digits = text.count == 4 && text.first == "0" ? text.dropFirst() : text[...]
            // The server itself has to reach what it removes and what it made.
            guard digits.count == 3, let first = digits.first, "67".contains(first) else {
                return nil
            }
            return UInt32(digits, radix: 8)
        }
    )
}

extension ValueSyntax<HTTPAddress> {
    /// A place where HTTP is spoken.
    static let httpAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like http://127.0.0.1:9090",
        parse: { text in
            guard let address = HTTPAddress(text), !address.isSecure,
                address.unixSocketPath == nil
            else { return nil }
            return address
        }
    )
}
