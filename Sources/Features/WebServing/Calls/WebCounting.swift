internal import Locking
package import TTRPC

/// Counts and times the calls that came over HTTP, and tells the observer of each; from any thread.
package final class WebCounting: Sendable {
    private let methods: [Method]
    private let byPath: [String: Method]
    private let tallies: [MethodTally]
    private let observer: (@Sendable (CallRecord) -> Void)?

    /// What is to be known of a method: nothing of what answers, which may be gone before this.
    struct Method: Sendable {
        /// Its name for logs and measurements.
        let name: MethodDescriptor
        /// Which one it is, in the order of the paths.
        let number: Int
        let isStream: Bool
    }

    init(_ methods: [Method], _ observer: (@Sendable (CallRecord) -> Void)?) {
        self.methods = methods
        self.observer = observer
        byPath = Dictionary(uniqueKeysWithValues: methods.map { ($0.name.description, $0) })
        tallies = methods.map { MethodTally(isTimed: !$0.isStream) }
    }

    /// Counts calls of the same methods anew.
    func emptied(for observer: (@Sendable (CallRecord) -> Void)?) -> WebCounting {
        WebCounting(methods, observer)
    }

    /// The method of a path; nil where it is none's.
    func method(at path: String) -> Method? { byPath[path] }

    /// How many calls have ended.
    var callCount: UInt64 {
        statistics.reduce(0) { $1.counts.reduce($0) { $0 &+ $1.count } }
    }

    /// What was counted of each method.
    package var statistics: [MethodStatistics] {
        zip(methods, tallies).map { MethodStatistics($0.name, $1.reading) }
    }

    /// A call that is under way.
    struct Call: Sendable {
        let counting: WebCounting
        let method: Method
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
