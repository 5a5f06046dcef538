/// Why a call failed, by the numbers that gRPC gives the reasons.
///
/// Connect's protocol reference ("Error Codes") has the names and the statuses of HTTP.
package enum ConnectCode: Int32, CaseIterable, Hashable, Sendable {
    /// The caller gave up the call.
    case canceled = 1
    /// Something failed that says no more of itself.
    case unknown
    /// The request is wrong, whatever the state of the service.
    case invalidArgument
    /// The deadline passed before the outcome was known.
    case deadlineExceeded
    /// What was asked for does not exist.
    case notFound
    /// What was to be made exists already.
    case alreadyExists
    /// The caller is known and may not do this.
    case permissionDenied
    /// A quota, a limit or a disk is used up.
    case resourceExhausted
    /// The service is not in the state that the call needs.
    case failedPrecondition
    /// The call lost against another and may be tried anew, from its start.
    case aborted
    /// The request is past the end of what is there.
    case outOfRange
    /// The service has no such method, or not what the request needs of the protocol.
    case unimplemented
    /// The service broke one of its own rules.
    case `internal`
    /// The service cannot be reached now; the same call may work later.
    case unavailable
    /// Data was lost or damaged beyond recovery.
    case dataLoss
    /// The caller has not said, or not proven, who it is.
    case unauthenticated

    /// The name in JSON, such as `not_found`.
    package var name: String { wire.name }

    /// The status of HTTP under which a unary call fails so.
    package var httpStatus: Int { wire.status }

    private var wire: (name: String, status: Int) {
        switch self {
        case .canceled: ("canceled", 499)
        case .unknown: ("unknown", 500)
        case .invalidArgument: ("invalid_argument", 400)
        case .deadlineExceeded: ("deadline_exceeded", 504)
        case .notFound: ("not_found", 404)
        case .alreadyExists: ("already_exists", 409)
        case .permissionDenied: ("permission_denied", 403)
        case .resourceExhausted: ("resource_exhausted", 429)
        case .failedPrecondition: ("failed_precondition", 400)
        case .aborted: ("aborted", 409)
        case .outOfRange: ("out_of_range", 400)
        case .unimplemented: ("unimplemented", 501)
        case .internal: ("internal", 500)
        case .unavailable: ("unavailable", 503)
        case .dataLoss: ("data_loss", 500)
        case .unauthenticated: ("unauthenticated", 401)
        }
    }
}
