import Locking

/// Counts the connections of one listener against its limit, from any loop.
final class Admission: Sendable {
    private let countMax: Int
    private let present = Atomic<Int>(0)

    init(countMax: Int) {
        self.countMax = countMax
    }

    /// The number of connections now.
    var count: Int { present.load(ordering: .relaxed) }

    /// Counts one more connection in; false when the limit is reached.
    func enter() -> Bool {
        if present.wrappingAdd(1, ordering: .relaxed).newValue <= countMax { return true }
        leave()
        return false
    }

    /// Counts one connection out.
    func leave() {
        present.wrappingSubtract(1, ordering: .relaxed)
    }
}
