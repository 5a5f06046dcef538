import CommandLineInterface
import HTTP
import TTRPC

/// The addresses of a server, claimed before its store is opened: where one of them is taken,
/// nothing has been made, and nobody has waited.
struct ClaimedPlaces {
    private let places: [Place]
    /// Where operators will reach it.
    let administration: [AddressClaim]
    /// Where their browsers will.
    let administrationWeb: [HTTPAddressClaim]
    /// Where browsers and phones will reach it.
    let web: [HTTPAddressClaim]
    private let credentials: ServerCredentials?

    private enum Place {
        case claim(AddressClaim)
        case descriptor(Int32)
    }

    /// Claims the addresses, those of operators too.
    ///
    /// - Parameters:
    ///   - configuration: Which they are.
    ///   - descriptors: The sockets that were passed to the process.
    /// - Throws: `CommandFailure` when somebody else has an address, or it cannot be had.
    init(_ configuration: Configuration, inherited descriptors: [Int32]) throws(CommandFailure) {
        let wanted = try configuration.places(inherited: descriptors)
        do throws(RuntimeError) {
            places = try wanted.map { place throws(RuntimeError) in
                switch place {
                case .address(let address):
                    .claim(try AddressClaim(address, unixSocketMode: configuration.socketMode))
                case .descriptor(let descriptor): .descriptor(descriptor)
                }
            }
            administration = try configuration.administration.addresses.map {
                address throws(RuntimeError) in try AddressClaim(address)
            }
        } catch {
            throw .listening(error)
        }
        do throws(HTTPError) {
            web = try configuration.web.addresses.map { address throws(HTTPError) in
                try HTTPAddressClaim(address, unixSocketMode: configuration.socketMode)
            }
            administrationWeb = try configuration.administration.webAddresses.map {
                address throws(HTTPError) in try HTTPAddressClaim(address)
            }
        } catch {
            throw .listening(error)
        }
        credentials = configuration.credentials
    }

    /// Begins to accept connections, and returns where.
    ///
    /// - Throws: `CommandFailure` when a socket that was passed is none.
    func listen(_ server: Server) throws(CommandFailure) -> [String] {
        do throws(RuntimeError) {
            return try places.map { place throws(RuntimeError) in
                switch place {
                case .claim(let claim):
                    return "\(try server.listen(on: claim, credentials: credentials))"
                case .descriptor(let descriptor):
                    let address = try Address(ofSocket: descriptor)
                    return "\(try server.listen(on: address, adopting: descriptor))"
                }
            }
        } catch {
            throw .listening(error)
        }
    }
}

extension CommandFailure {
    /// Says why a server cannot listen.
    static func listening(_ error: RuntimeError) -> CommandFailure {
        CommandFailure(.unreachable, "The server \(error.message).")
    }
}
