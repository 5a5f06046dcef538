import Dispatch
import Locking

/// Values from other threads, taken one by one in order by a test that waits for them.
final class Mailbox<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    /// Nothing came in time.
    struct TimedOut: Error {}

    func put(_ element: Element) {
        elements.withLock { $0.append(element) }
        arrivals.signal()
    }

    /// Takes the next value; a failure of the code under test ends as an error, not as a hang.
    func take(withinSeconds seconds: Int = 20) throws -> Element {
        guard arrivals.wait(timeout: .now() + .seconds(seconds)) == .success else {
            throw TimedOut()
        }
        return elements.withLock { $0.removeFirst() }
    }

    /// The number of values waiting.
    var count: Int { elements.withLock { $0.count } }
}
