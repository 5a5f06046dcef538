import TestSupport

/// Something that is asked of rewards, made of a seed and a number alone, so that whoever has both
/// knows what it was.
struct RewardOperation: Sendable {
    let number: Int
    /// What the clock says, in milliseconds since 1970; it steps back, and is ahead at times.
    let now: Int64
    let deed: Deed

    /// What is asked; people, surveys and missions are counted from 0.
    enum Deed: Sendable {
        /// A survey is made, which gives so many points and can be answered for so many days.
        case make(reward: Int64, days: Int64)
        /// The survey so far behind the last one is closed.
        case close(stepsBack: Int)
        /// Somebody answers the survey so far behind the last one, or leaves an answer out.
        case submit(Int, stepsBack: Int, isWhole: Bool)
        /// Somebody claims the reward of a mission.
        case claim(Int, mission: Int)
        /// Somebody checks in.
        case checkIn(Int)
        /// Somebody goes to another time zone.
        case travel(Int, zone: Int)
        /// Somebody is given points by an operator, by the name that a number is; they lapse so
        /// many days later, or as all rewards do.
        case grant(Int, Int64, days: Int64?, name: Int)
        /// Somebody pays with points.
        case spend(Int, Int64)
    }

    static let personCount = LedgerOperation.personCount
    static let begin: Int64 = 1_700_000_000_000
    static let day: Int64 = 86_400_000

    init(seed: UInt64, number: Int) {
        var random = SeededGenerator(seed: seed, stream: UInt64(number))
        self.number = number
        // Some 200 operations a day, of twenty people.
        let even = Self.begin + Int64(number) * 432_000
        let jitter = Int64(random.number(in: -600_000...600_000))
        // For two hours in five days it is two days ahead, and for two hours as far behind.
        let wrong: Int64 =
            switch number / 20 % 50 {
            case 11: 2
            case 37: -2
            default: 0
            }
        now = even + jitter + wrong * Self.day
        deed = Self.deed(number, &random)
    }

    private static func deed(_ number: Int, _ random: inout SeededGenerator) -> Deed {
        let person = random.number(in: 0...(personCount - 1))
        switch random.number(in: 0...199) {
        case ..<2:
            let reward = Int64(random.number(in: 0...200))
            return .make(reward: reward, days: Int64(random.number(in: -1...60)))
        case ..<3:
            return .close(stepsBack: random.number(in: 0...20))
        case ..<70:
            let isWhole = random.number(in: 0...19) > 0
            return .submit(person, stepsBack: random.number(in: 0...60), isWhole: isWhole)
        case ..<100:
            return .claim(person, mission: random.number(in: 0...RewardPlan.missions.count))
        case ..<160:
            return .checkIn(person)
        case ..<164:
            return .travel(person, zone: random.number(in: 0...RewardPlan.zones.count))
        case ..<180:
            // At times the name of an earlier one, for something else.
            let isRepeated = random.number(in: 0...9) == 0
            let name = isRepeated ? max(0, number - random.number(in: 1...200)) : number
            let days = Bool.random(using: &random) ? Int64(random.number(in: 1...20)) : nil
            let points = Int64(random.number(in: 0...100))
            return .grant(person, points, days: days, name: name)
        default:
            return .spend(person, Int64(random.number(in: 1...400)))
        }
    }
}

/// What there is to earn in the workload, and which time zones there are.
enum RewardPlan {
    /// What counts, how often, and what it gives.
    static let missions: [(isCheckIn: Bool, goal: Int64, reward: Int64)] = [
        (true, 1, 5), (false, 1, 10), (false, 3, 0),
    ]

    /// What is counted, how much of it, and what it gives.
    static let achievements: [(kind: Counted, goal: Int64, reward: Int64)] = [
        (.submissions, 1, 20), (.submissions, 100, 200), (.streak, 3, 30), (.streak, 10, 300),
        (.points, 1_000, 500), (.points, 1_500, 50), (.points, 1_000_000_000, 1),
    ]

    /// What achievements count.
    enum Counted {
        case submissions, streak, points
    }

    /// Days after which points lapse that are given as rewards.
    static let daysUntilLapse: Int64 = 365

    /// The names of the zones; the last one leaves out a date.
    static let zones = ["UTC", "Test/East", "Test/West", "Test/Half", "Test/Island"]

    /// When clocks of the last one go forward by a day: in the second year.
    private static let leap = RewardOperation.begin + 400 * RewardOperation.day

    /// By how many seconds clocks of a zone are ahead; nil where there is none.
    static func offset(_ zone: Int, at moment: Int64) -> Int64? {
        switch zone {
        case 0: 0
        case 1: 9 * 3_600
        // Its clocks go forward and back twice a year.
        case 2: (moment / RewardOperation.day) % 365 < 182 ? -8 * 3_600 : -7 * 3_600
        case 3: 5 * 3_600 + 1_800
        case 4: moment < leap ? -10 * 3_600 : 14 * 3_600
        default: nil
        }
    }
}
