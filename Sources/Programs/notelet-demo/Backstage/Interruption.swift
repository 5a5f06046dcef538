import Dispatch
import Foundation

/// Ends the process in order when somebody interrupts it: Ctrl-C, SIGTERM, a terminal that goes.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Watches for signals.
    ///
    /// - Parameter clear: Clears up on a thread of its own, and returns the exit code; gets the
    ///   signal.
    init(_ clear: @escaping @Sendable (Int32) -> Int32) {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { _exit(clear(number)) }
            source.resume()
            return source
        }
    }

    /// Watches no longer.
    func cancel() {
        sources.forEach { $0.cancel() }
    }
}
