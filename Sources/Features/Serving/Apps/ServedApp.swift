internal import Domain
internal import Metrics
internal import NoteletAPI
internal import TTRPC

/// What answers in an app while its store is open.
final class ServedApp: Sendable {
    /// Tells it from all other apps of the process, those of the same name that are gone included.
    let life = AppLife()
    /// The streams that are open in it, but for those over HTTP.
    let streams = OpenStreams<BridgedStream, DomainError> { $0.finish($1) }
    private let service: Service
    private let calls: SharedCount
    private let people: [AppMethod]
    private let operators: [AppMethod]

    /// Serves what a service offers; `calls` counts those that come to the app, however often it is
    /// opened.
    init(_ service: Service, _ access: AdministrationAccess?, counting calls: SharedCount) {
        self.service = service
        self.calls = calls
        let offered = service.dependencies.offered
        let (life, refusals) = (life, service.dependencies.refusals)
        func sorted(_ served: [ServedMethod]) -> [AppMethod] {
            // In the order of their names, the same in all apps, since all know all features.
            served.sorted { $0.method.description < $1.method.description }.map {
                AppMethod($0, offered.refusal(of: $0.method), in: life, refusals)
            }
        }
        people = sorted(Array(service.methods.values))
        operators = sorted(access.map(service.administration) ?? [])
    }

    /// Whether it answers; what finds it by its name need not ask.
    var isOpen: Bool { !life.isOver }

    /// Ends its streams, and those that come; who has it at hand is to look for another one.
    func end(_ error: DomainError) {
        life.end()
        streams.end(error)
    }

    /// What its calls are noted with, for their records.
    var tag: UInt64 { life.number }

    /// Counts a call, from any thread.
    func countCall(over connection: ConnectionContext) {
        calls.add(1, at: connection.threadNumber)
    }

    /// Tells why nothing came of calls.
    var refusals: Refusals { service.dependencies.refusals }

    /// Its methods at a door, in the order in which all apps have them.
    func methods(at door: Door) -> [AppMethod] {
        switch door {
        case .people: people
        case .operators: operators
        }
    }
}

/// Where calls come in.
enum Door: Sendable {
    /// Where anybody may call.
    case people
    /// Where operators may.
    case operators
}

/// A method as an app serves it.
struct AppMethod: Sendable {
    let served: ServedMethod
    /// Why all calls are refused; nil where the app offers it.
    let refusal: DomainError?
    /// What answers unary calls, or refuses them.
    let answer: UnaryAnswer

    init(_ served: ServedMethod, _ refusal: DomainError?, in app: AppLife, _ refusals: Refusals) {
        self.served = served
        self.refusal = refusal
        answer =
            refusal.map { ServedMethod.answer(refusing: $0, refusals) }
            ?? served.answer(in: app, refusals)
    }
}
