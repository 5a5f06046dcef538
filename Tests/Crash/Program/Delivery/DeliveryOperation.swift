import TestSupport

/// Something that is asked of delivery, made of a seed and a number alone, so that whoever has both
/// knows what it was.
struct DeliveryOperation: Sendable {
    let number: Int
    /// What the clock says, in milliseconds since 1970; it steps back, and is ahead at times.
    let now: Int64
    /// By which moment pending transfers end: never ahead.
    let due: Int64
    let deed: Deed

    /// What is asked; people are counted from 0.
    enum Deed: Sendable {
        /// An order is made, by the name that a number is; of the pools the last is not there.
        case make(pool: Int, fee: Int64, shopper: Int?, name: Int)
        /// Somebody is made an agent, or called otherwise.
        case hire(Int)
        /// Somebody is an agent no longer.
        case dismiss(Int)
        /// Somebody asks for cash to be paid out.
        case request(Int, Int64)
        /// The first payment that somebody waits for is made, all of it or a part, or given back.
        case resolve(Int, part: Int64?, isVoid: Bool)
        /// What is over ends, about so many records.
        case end(recordCountMax: Int)
        /// Something becomes of an order.
        case order(OrderDeed, Target)
    }

    /// What becomes of an order; where it says not by whom, then by who has it.
    enum OrderDeed: Sendable {
        case accept(by: Int)
        case complete(by: Int?)
        case release(by: Int?)
        case cancel
        case reassign(to: Int?)
        case start(by: Int?)
        case stop(by: Int?)
        case move([PlannedPosition], by: Int?)
        /// Something is said, under the name that a number is.
        case say(name: Int, by: Int?)
        case dispatch(name: Int)
        case read(Int, by: Int?)
        case invite(Int)
    }

    /// An order.
    enum Target: Sendable {
        /// That so far behind the last one.
        case back(Int)
        /// That of which somebody has so many newer ones in hand.
        case inHand(Int, newer: Int)
    }

    /// One of the people of the ledger's workload keeps count, and does nothing else.
    static let personCount = LedgerOperation.personCount - 1
    static let poolCount = 2
    static let begin: Int64 = 1_700_000_000_000
    static let releaseSeconds: Int64 = 1_200
    static let withdrawalDays: Int64 = 2
    static let day: Int64 = 86_400_000

    init(seed: UInt64, number: Int) {
        var random = SeededGenerator(seed: seed, stream: UInt64(number))
        self.number = number
        // A thousand operations take some seventeen hours.
        let lived = Self.begin + Int64(number) * 60_000
        let isAhead = number / 1_000 % 37 == 5
        let jitter = Int64(random.number(in: -300_000...300_000))
        now = lived + jitter + (isAhead ? 40 * Self.day : 0)
        due = min(now, lived)
        // Each 32nd makes an order, and eight at once ask for it; it is on its way then, and at the
        // end some say that it is carried out and others call it off or give it to somebody else.
        // All of that is under way together.
        deed =
            switch number % 32 {
            case 0..<8: .order(.accept(by: Self.eager(&random)), .back(0))
            case 8..<16: .order(Self.onTheWay(number, now, &random), .back(0))
            case 16..<24: .order(Self.contest(&random), .back(0))
            case 31: Self.make(name: number, isThere: true, &random)
            default: Self.any(number, now, &random)
            }
    }

    private static func person(_ random: inout SeededGenerator) -> Int {
        random.number(in: 0...(personCount - 1))
    }

    /// Somebody, of whom two ask for more than they can carry.
    private static func eager(_ random: inout SeededGenerator) -> Int {
        random.number(in: 0...2) == 0 ? random.number(in: 0...1) : person(&random)
    }

    /// An agent to be, and at times nobody.
    private static func next(_ random: inout SeededGenerator) -> Int? {
        random.number(in: 0...3) == 0 ? nil : eager(&random)
    }

    /// Whoever has the order, and at times somebody.
    private static func holder(_ random: inout SeededGenerator) -> Int? {
        random.number(in: 0...4) == 0 ? person(&random) : nil
    }

    private static func make(
        name: Int,
        isThere: Bool,
        _ random: inout SeededGenerator
    ) -> Deed {
        let isFree = random.number(in: 0...9) == 0
        return .make(
            pool: random.number(in: 0...(isThere ? poolCount - 1 : poolCount)),
            fee: isFree ? 0 : Int64(random.number(in: 1...5_000)),
            shopper: Bool.random(using: &random) ? person(&random) : nil,
            name: name
        )
    }

    private static func contest(_ random: inout SeededGenerator) -> OrderDeed {
        switch random.number(in: 0...9) {
        case ..<3: .complete(by: holder(&random))
        case ..<4: .cancel
        case ..<6: .release(by: holder(&random))
        case ..<8: .reassign(to: next(&random))
        default: .accept(by: eager(&random))
        }
    }

    private static func any(
        _ number: Int,
        _ now: Int64,
        _ random: inout SeededGenerator
    ) -> Deed {
        switch random.number(in: 0...99) {
        case ..<8:
            let name = name(number, orBefore: 100, &random)
            return make(name: name, isThere: false, &random)
        case ..<18: return .hire(person(&random))
        case ..<19: return .dismiss(person(&random))
        case ..<28: return .request(eager(&random), Int64(random.number(in: 0...400)))
        case ..<36:
            let part = Bool.random(using: &random) ? Int64(random.number(in: 0...200)) : nil
            let isVoid = random.number(in: 0...2) == 0
            return .resolve(person(&random), part: part, isVoid: isVoid)
        case ..<38: return .end(recordCountMax: random.number(in: 1...50))
        default:
            let isOnTheWay = Bool.random(using: &random)
            let deed = isOnTheWay ? onTheWay(number, now, &random) : change(&random)
            return .order(deed, target(&random))
        }
    }

    /// The number of an operation, and at times that of one so far before it at most.
    private static func name(
        _ number: Int,
        orBefore countMax: Int,
        _ random: inout SeededGenerator
    ) -> Int {
        let isRepeated = random.number(in: 0...9) == 0
        return isRepeated ? max(0, number - random.number(in: 1...countMax)) : number
    }

    private static func target(_ random: inout SeededGenerator) -> Target {
        guard Bool.random(using: &random) else { return .back(random.number(in: 0...40)) }
        return .inHand(person(&random), newer: random.number(in: 0...5))
    }

    private static func change(_ random: inout SeededGenerator) -> OrderDeed {
        switch random.number(in: 0...19) {
        case ..<9: .accept(by: eager(&random))
        case ..<15: .complete(by: holder(&random))
        case ..<16: .release(by: holder(&random))
        case ..<17: .cancel
        default: .reassign(to: next(&random))
        }
    }

    private static func onTheWay(
        _ number: Int,
        _ now: Int64,
        _ random: inout SeededGenerator
    ) -> OrderDeed {
        switch random.number(in: 0...19) {
        case ..<4: .start(by: holder(&random))
        case ..<5: .stop(by: holder(&random))
        case ..<10: .move(way(now, &random), by: holder(&random))
        case ..<14: .say(name: name(number, orBefore: 5, &random), by: holder(&random))
        case ..<15: .dispatch(name: name(number, orBefore: 5, &random))
        case ..<18: .read(random.number(in: 0...12), by: holder(&random))
        default: .invite(person(&random))
        }
    }

    private static func way(
        _ now: Int64,
        _ random: inout SeededGenerator
    ) -> [PlannedPosition] {
        let count = random.number(in: 1...8)
        return (0..<count).map { index in
            let jitter = Int64(random.number(in: -2...2)) * 5_000
            let isToCome = random.number(in: 0...19) == 0
            let moment = now - Int64(count - index) * 10_000 + jitter
            return PlannedPosition(
                moment: moment + (isToCome ? 120_000 : 0),
                step: random.number(in: 0...20)
            )
        }
    }
}

/// Somebody at a moment, so many steps of 5.5 m north of where all begin.
struct PlannedPosition: Equatable, Sendable {
    var moment: Int64
    var step: Int
}
