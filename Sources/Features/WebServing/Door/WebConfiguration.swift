package import HTTP
internal import Locking
package import Serving
package import TTRPC

/// What is set of HTTP's door.
package struct WebConfiguration: Sendable {
    /// Where the door is among those of other apps.
    package var place = WebPlace()
    /// The origins, such as `https://app.example.com`, whose pages may call with tokens; those of
    /// the door itself always may.
    package var origins: Set<String> = []
    /// Whose word counts for where a request comes from.
    package var trustedProxies = TrustedProxies()
    /// Who may come in at all.
    var admission = WebAdmission.anybody
    /// What answers paths that are no method's.
    package var pages: (any WebPages)?
    /// What answers paths below the place of the app while that is shut; nil where nothing does.
    package var pagesWhenShut: (@Sendable (_ path: String) -> HTTPResponse?)?
    /// What it has of the room for calls that wait; nil where it has a room to itself.
    var room: WebRoom.Share?
    /// What counts its calls; nil where those of earlier doors are not to be counted with them.
    var counting: WebCounting?
    /// What is told of each call.
    package var callObserver: (@Sendable (CallRecord) -> Void)?

    /// Lets no other pages call, and trusts nobody.
    package init() {}

    /// Lets nobody in but operators.
    package init(operators access: AdministrationAccess) {
        admission = .operators(access)
    }
}

/// What calls by HTTP may cost; each call looks, so there is no lock.
final class WebLimits: Sendable {
    private let request = Atomic<Int>(0)
    private let strangerRequest = Atomic<Int>(0)
    private let stream = Atomic<Int>(0)
    private let unaryMilliseconds = Atomic<Int>(0)

    /// Takes over what is allowed at the other doors.
    func set(_ limits: ServerLimits) {
        let byteCount = limits.wire.messageByteCountMax
        request.store(byteCount, ordering: .relaxed)
        strangerRequest.store(
            limits.strangerMessageByteCountMax ?? byteCount,
            ordering: .relaxed
        )
        stream.store(limits.outboundByteCountMax, ordering: .relaxed)
        let time = limits.unaryTimeoutMax.wholeNanoseconds / 1_000_000
        unaryMilliseconds.store(Int(clamping: time), ordering: .relaxed)
    }

    /// The most that a caller's deadline counts for in a unary call.
    var unaryTimeoutMax: Duration {
        .milliseconds(unaryMilliseconds.load(ordering: .relaxed))
    }

    /// The longest request in the binary form of one who is signed in.
    var requestByteCountMax: Int { request.load(ordering: .relaxed) }
    /// The longest of anybody else.
    var strangerRequestByteCountMax: Int { strangerRequest.load(ordering: .relaxed) }
    /// How many bytes of a stream may wait for its reader.
    var streamByteCountMax: Int { stream.load(ordering: .relaxed) }
}
