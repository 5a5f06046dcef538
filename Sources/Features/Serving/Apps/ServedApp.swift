package import Domain
internal import Locking
internal import Metrics
internal import NoteletAPI

/// An app as the doors of a server see it: its name, and what answers in it once its store is open.
package final class ServedApp: Sendable {
    /// Its name.
    package let name: AppName
    private let opened = AtomicLazyReference<OpenApp>()

    /// Names an app whose store is not open yet.
    package init(_ name: AppName) {
        self.name = name
    }

    /// Lets calls in; once in its life.
    ///
    /// - Parameters:
    ///   - service: What answers.
    ///   - access: Who may administer it; nil where nobody is asked.
    package func open(_ service: Service, for access: AdministrationAccess?) {
        let open = OpenApp(service, access)
        let first = opened.storeIfNil(open)
        precondition(first === open, "An app is opened once.")
    }

    /// How many calls came in; 0 until its store is open.
    package var callCount: UInt64 { opened.load()?.callCount ?? 0 }

    /// Its methods at a door; nil until its store is open.
    func methods(at door: Door) -> [AppMethod]? { opened.load()?.methods(at: door) }

    /// What answers.
    ///
    /// - Throws: `appUnavailable` while its store is not open.
    func whatAnswers() throws(DomainError) -> OpenApp {
        guard let open = opened.load() else {
            throw .refused(.appUnavailable(app: name.text))
        }
        return open
    }
}

/// What answers in an app whose store is open.
final class OpenApp: Sendable {
    /// Tells it from all other apps of the process, those of the same name that are gone included.
    let number = ConnectionMemories.nextNumber()
    private let service: Service
    private let calls = Tally(count: 1)
    private let people: [AppMethod]
    private let operators: [AppMethod]

    init(_ service: Service, _ access: AdministrationAccess?) {
        self.service = service
        let offered = service.dependencies.offered
        people = AppMethod.sorted(Array(service.methods.values), offered)
        operators = AppMethod.sorted(access.map(service.administration) ?? [], offered)
    }

    /// Counts a call, from any thread.
    func countCall() { calls.addShared(1, at: 0) }

    /// How many calls came in.
    var callCount: UInt64 { calls[0] }

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

    init(_ served: ServedMethod, _ refusal: DomainError?) {
        self.served = served
        self.refusal = refusal
        answer = refusal.map(ServedMethod.answer(refusing:)) ?? served.answer
    }

    /// Methods in the order of their names: the same in all apps, since all know all features.
    static func sorted(_ served: [ServedMethod], _ offered: OfferedFeatures) -> [AppMethod] {
        served.sorted { $0.method.description < $1.method.description }.map {
            AppMethod($0, offered.refusal(of: $0.method))
        }
    }
}
