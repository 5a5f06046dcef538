/// What people have and had of cash, in dictionaries and the rules once more.
struct DeliveryCash {
    /// A transfer, as far as it is compared.
    struct Line: Equatable {
        var kind: String
        var person: Int
        var amount: Int64
        var moment: Int64
        /// The number of the order that it pays.
        var order = 0
        /// The number of the pending one that it ends.
        var earlier = 0
    }

    /// What is to be paid out to somebody.
    struct Hold: Equatable {
        var person: Int
        var amount: Int64
        var deadline: Int64
    }

    private(set) var lines: [Line] = []
    private(set) var balances: [Int: Int64] = [:]
    /// By the numbers of the transfers.
    private(set) var holds: [Int: Hold] = [:]
    private(set) var entryCounts: [Int: Int] = [:]
    private(set) var paidOut: Int64 = 0
    private(set) var settledCount = 0

    private static let pendingMax = 20
    private static let amountMax: Int64 = 1_000_000_000_000

    func balance(_ person: Int) -> Int64 { balances[person] ?? 0 }

    /// What is held of somebody's.
    func held(_ person: Int) -> Int64 {
        holds.values.reduce(0) { $1.person == person ? $0 + $1.amount : $0 }
    }

    /// Pays what an order brings.
    mutating func settle(_ fee: Int64, _ order: Int, _ person: Int, _ now: Int64) {
        guard fee > 0 else { return }
        settledCount += 1
        balances[person, default: 0] += fee
        add(Line(kind: "earn", person: person, amount: fee, moment: now, order: order + 1))
    }

    mutating func request(
        _ person: Int,
        _ amount: Int64,
        _ operation: DeliveryOperation
    ) throws {
        let own = holds.filter { $0.value.person == person }
        let waiting = own.filter { $0.value.deadline > operation.due }
        let free = balance(person) - waiting.values.reduce(0) { $0 + $1.amount }
        guard 1...Self.amountMax ~= amount, waiting.count < Self.pendingMax, free >= amount else {
            throw DeliveryModel.Refused()
        }
        for (number, hold) in own.sorted(by: { $0.key < $1.key })
        where hold.deadline <= operation.due {
            end(number, hold, "lapse", hold.amount, operation.now)
        }
        add(Line(kind: "pending", person: person, amount: amount, moment: operation.now))
        let deadline = operation.now + DeliveryOperation.withdrawalDays * 86_400_000
        holds[lines.count] = Hold(person: person, amount: amount, deadline: deadline)
    }

    mutating func resolve(
        _ person: Int,
        _ part: Int64?,
        _ isVoid: Bool,
        _ operation: DeliveryOperation
    ) throws {
        let number = holds.filter { $0.value.person == person }.keys.min()
        guard let number, let hold = holds[number], hold.deadline > operation.due else {
            throw DeliveryModel.Refused()
        }
        let amount = isVoid ? hold.amount : part ?? hold.amount
        guard 1...hold.amount ~= amount else { throw DeliveryModel.Refused() }
        end(number, hold, isVoid ? "void" : "post", amount, operation.now)
    }

    /// Ends what is over, in pieces as the ledger cuts them.
    mutating func end(_ recordCountMax: Int, _ operation: DeliveryOperation) {
        var remaining = recordCountMax
        while remaining > 0 {
            let over = holds.filter { $0.value.deadline <= operation.due }
            let next = over.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
            guard let (number, hold) = next else { return }
            end(number, hold, "lapse", hold.amount, operation.now)
            remaining -= 7
        }
    }

    private mutating func end(
        _ number: Int,
        _ hold: Hold,
        _ kind: String,
        _ amount: Int64,
        _ now: Int64
    ) {
        holds[number] = nil
        if kind == "post" {
            balances[hold.person, default: 0] -= amount
            paidOut += amount
        }
        let line = Line(
            kind: kind,
            person: hold.person,
            amount: amount,
            moment: now,
            earlier: number
        )
        add(line)
    }

    private mutating func add(_ line: Line) {
        var line = line
        line.moment = max(line.moment, lines.last?.moment ?? .min)
        lines.append(line)
        entryCounts[line.person, default: 0] += 1
    }
}

/// What is said about an order.
struct PlannedChannel: Equatable {
    /// Something that was said; by nobody where it was an operator.
    struct Message: Equatable {
        var place: Int
        var author: Int?
        var role: String
        var name: Int
    }

    /// What somebody is to the channel beside what the order says.
    struct Person: Equatable {
        var isInvited = false
        var read = 0
    }

    private(set) var messages: [Message] = []
    private(set) var people: [Int: Person] = [:]
    /// The last place of its feed.
    private var lastPlace = 0

    private static let invitedMax = 20

    func hasSaid(_ name: Int, by author: Int?) -> Bool {
        messages.contains { $0.author == author && $0.name == name }
    }

    mutating func say(_ name: Int, by author: Int?, as role: String) {
        if hasSaid(name, by: author) { return }
        lastPlace += 1
        messages.append(Message(place: lastPlace, author: author, role: role, name: name))
    }

    mutating func read(_ number: Int, by person: Int) {
        let mark = min(number, messages.last?.place ?? 0)
        guard mark > people[person]?.read ?? 0 else { return }
        lastPlace += 1
        people[person, default: Person()].read = mark
    }

    mutating func invite(_ person: Int) throws {
        if people[person]?.isInvited == true { return }
        guard people.values.count(where: \.isInvited) < Self.invitedMax else {
            throw DeliveryModel.Refused()
        }
        lastPlace += 1
        people[person, default: Person()].isInvited = true
    }
}

/// Where somebody was with an order.
struct PlannedWay: Equatable {
    var takenAt: Int64
    var startedAt: Int64
    var stoppedAt: Int64?
    /// Whether one was kept since the order was taken: else nobody is told of the last one.
    var isSeen = false
    /// The positions that are kept.
    private(set) var kept: [PlannedPosition] = []

    /// By how much a clock may be wrong.
    private static let tolerance: Int64 = 60_000

    init(
        takenAt: Int64,
        startedAt: Int64,
        stoppedAt: Int64? = nil,
        isSeen: Bool = false,
        kept: [PlannedPosition] = []
    ) {
        (self.takenAt, self.startedAt, self.stoppedAt) = (takenAt, startedAt, stoppedAt)
        (self.isSeen, self.kept) = (isSeen, kept)
    }

    /// Goes on, or begins anew with an order that was taken again.
    mutating func start(with takenAt: Int64, _ now: Int64) {
        if self.takenAt != takenAt { isSeen = false }
        (self.takenAt, startedAt, stoppedAt) = (takenAt, now, nil)
    }

    /// Keeps those of a call that are to be kept.
    mutating func add(_ positions: [PlannedPosition], _ now: Int64) {
        let ordered = positions.enumerated().sorted {
            ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
        }
        for (_, position) in ordered {
            guard position.moment >= min(startedAt, now) - Self.tolerance,
                position.moment <= now + Self.tolerance
            else { continue }
            if let last = kept.last {
                // A step is 5.5 m, and 10 m have to lie between two that are kept.
                guard position.moment > last.moment, abs(position.step - last.step) >= 2
                else { continue }
            }
            kept.append(position)
            isSeen = true
        }
    }
}
