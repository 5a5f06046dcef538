import CommandLineInterface
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
        expectation: "an address like tcp://127.0.0.1:7575, unix:///run/notelet.sock or fd://3",
        parse: { ListeningPlace($0) }
    )
}
