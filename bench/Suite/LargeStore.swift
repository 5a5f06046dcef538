/// A store of many more users than the usual one, on which Notelet is measured beside itself.
struct LargeStore: Equatable, Sendable {
    /// How many users it has.
    let userCount: Int
    /// How many notes each has received.
    let notesPerUser: Int
    /// How long a server takes sends before anything is measured, in seconds.
    ///
    /// What a server keeps of users it has to learn of each of them first: in the first third of
    /// this time it takes half to two thirds of the sends that it takes from its end on.
    let warmUpSeconds: Int
    /// Whether it is measured where one only wants to see that all works.
    let isQuick: Bool

    /// Pages come after the sends that have met everybody, and so need less of a warm-up.
    static let pagesPartOfWarmUp = 3

    /// The stores of the standard benchmark.
    ///
    /// Pages of 20 notes are full in the first. In the second they have half as many: ten million
    /// notes more would take longer to fill and to copy than all that is measured on them.
    static let all = [
        LargeStore(userCount: 100_000, notesPerUser: 20, warmUpSeconds: 10, isQuick: true),
        LargeStore(userCount: 1_000_000, notesPerUser: 10, warmUpSeconds: 30, isQuick: false),
    ]

    /// What is particular about it, in a table.
    var name: String { "\(contents), after \(warmUpSeconds) s of sends" }

    /// What is in it.
    var contents: String { "\(LargeStore.users(userCount)) with \(notesPerUser) notes" }

    /// The first of its rows, by which it is named where it could not be measured.
    var row: SuiteRow.Key {
        SuiteRow.Key(figure: .sendAmongMore, contestant: .notelet, setup: name)
    }

    /// How it is filled: with the same notes as another.
    func plan(like other: PreloadPlan) -> PreloadPlan {
        var plan = other
        plan.userCount = userCount
        plan.messageCount = userCount * notesPerUser
        return plan
    }

    /// A number of users, its thousands apart.
    static func users(_ count: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(count))
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return ([rest] + groups).joined(separator: ",") + " users"
    }
}
