internal import Locking
package import TTRPC

/// Counts and times the calls that came over HTTP, and tells the observer of each; from any thread.
package final class WebCounting: Sendable {
    private let methods: [WebMethod]
    private let tallies: [MethodTally]
    private let observer: (@Sendable (CallRecord) -> Void)?

    init(_ methods: [WebMethod], _ observer: (@Sendable (CallRecord) -> Void)?) {
        self.methods = methods
        self.observer = observer
        tallies = methods.map { MethodTally(isTimed: !$0.isStream) }
    }

    /// What was counted of each method.
    package var statistics: [MethodStatistics] {
        zip(methods, tallies).map { MethodStatistics($0.name, $1.reading) }
    }

    /// A call that is under way.
    struct Call: Sendable {
        let counting: WebCounting
        let method: WebMethod
        let connection: ObjectIdentifier
        let startNanoseconds = MonotonicClock.now()

        /// Counts its end.
        func end(_ code: StatusCode) {
            let now = MonotonicClock.now()
            counting.tallies[method.number].countShared(code, nanoseconds: now - startNanoseconds)
            counting.observer?(
                CallRecord(
                    of: method.name,
                    isStream: method.isStream,
                    code,
                    on: connection,
                    startNanoseconds: startNanoseconds,
                    endNanoseconds: now
                )
            )
        }
    }
}
