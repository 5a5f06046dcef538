internal import Locking
internal import Metrics
internal import Networking

/// The calls of one event loop that have ended: counts them, times them and tells the observer.
///
/// A call's time is that from the turn of the loop that read its request to the end of the turn
/// that sent its reply: with all that it waited for others on the way. So all calls that end in a
/// turn share one reading of the clock, and those that begin in it need none.
///
/// `@unchecked Sendable`: `ended` is used on the loop's thread alone, which alone counts too.
final class CallLedger: LoopJob, @unchecked Sendable {
    private let loop: EventLoop
    private let observer: (@Sendable (CallRecord) -> Void)?
    private var ended: [EndedCall] = []
    private let names: [RouteName]
    /// The methods by the numbers of their routes, and behind them those that do not exist.
    private let methods: [MethodTally]

    /// How many places for ended calls are kept after a burst.
    private static let endedCapacityKept = 1_024

    /// It holds no reference, so that keeping it costs a copy alone.
    private struct EndedCall {
        let source: CallRecord.Source
        /// The place of its method among all.
        let methodIndex: Int
        let code: StatusCode
    }

    /// Begins to count, on a loop, the calls of these routes.
    init(
        _ loop: EventLoop,
        _ routes: RouteTable,
        observer: (@Sendable (CallRecord) -> Void)?
    ) {
        self.loop = loop
        self.observer = observer
        names = routes.inOrder.map(\.name)
        methods =
            routes.inOrder.map { MethodTally(isTimed: !$0.isStream) } + [
                MethodTally(isTimed: false)
            ]
    }

    /// Takes note of a call of this route, or of none, that has ended in this turn.
    func callDidEnd(_ source: CallRecord.Source, _ route: Route?, _ code: StatusCode) {
        if ended.isEmpty { loop.atEndOfTurn(self) }
        let methodIndex = route?.number ?? names.count
        ended.append(EndedCall(source: source, methodIndex: methodIndex, code: code))
    }

    /// Counts the calls of a turn, at its end.
    func run() {
        let now = MonotonicClock.now()
        // Read once: in the loop each reading would count a reference up and down.
        let observer = observer
        let methods = methods
        for call in ended {
            let start = call.source.startNanoseconds
            methods[call.methodIndex].count(
                call.code,
                nanoseconds: now > start ? now - start : 0
            )
            guard let observer else { continue }
            let name = call.methodIndex < names.count ? names[call.methodIndex] : nil
            observer(CallRecord(call.source, name, call.code, endNanoseconds: now))
        }
        ended.removeAll(keepingCapacity: ended.capacity <= Self.endedCapacityKept)
    }

    /// What was counted of each route, in their order, and behind it what called none; from any
    /// thread.
    var readings: [MethodStatistics.Reading] { methods.map(\.reading) }
}
