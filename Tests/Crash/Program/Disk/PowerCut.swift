import TestSupport

/// What a power cut does to all that was not yet flushed; the same for the same seed.
struct PowerCut {
    /// The part of a file that is written whole or not at all.
    ///
    /// A disk writes sectors of 512 bytes whole: LMDB's meta page rests on that, and on no more.
    let grainByteCount: Int
    let mode: Mode
    private var random: SeededGenerator

    /// Which unflushed writes survive.
    enum Mode: Equatable {
        /// None.
        case none
        /// All: as if the process alone had died.
        case all
        /// The first so many per thousand of each file's.
        case first(perMille: Int)
        /// The last so many per thousand of each file's: a disk that writes the newest first.
        case last(perMille: Int)
        /// All of a file but one.
        case allButOne
        /// One of each file.
        case one
        /// Each write with a probability.
        case writes(perMille: Int)
        /// Each grain by itself has one of the states that it went through.
        case grains
    }

    init(mode: Mode, grainByteCount: Int = 512, seed: UInt64 = 0) {
        self.mode = mode
        self.grainByteCount = grainByteCount
        random = SeededGenerator(seed: seed, stream: 0)
    }

    /// Draws everything from a seed.
    init(seed: UInt64) {
        random = SeededGenerator(seed: seed, stream: 0)
        let perMille = random.number(in: 50...950)
        let modes: [Mode] = [
            .none, .all, .first(perMille: perMille), .last(perMille: perMille), .allButOne, .one,
            .writes(perMille: perMille), .grains, .grains,
        ]
        mode = modes[random.number(in: 0...(modes.count - 1))]
        grainByteCount = random.number(in: 0...1) == 0 ? 512 : 4096
    }

    /// Draws which of a file's writes survive.
    mutating func keptWrites(of count: Int) -> [Bool] {
        let chosen = count == 0 ? 0 : random.number(in: 0...(count - 1))
        return (0..<count).map { index in
            switch mode {
            case .none: false
            case .all, .grains: true
            case .first(let perMille): index * 1000 < count * perMille
            case .last(let perMille): index * 1000 >= count * (1000 - perMille)
            case .allButOne: index != chosen
            case .one: index == chosen
            case .writes(let perMille): random.number(in: 0...999) < perMille
            }
        }
    }

    /// Draws the state of a grain: `least`, or one of the later `others`.
    mutating func state(least: Int, others: [Int], _ isKept: [Bool]) -> Int {
        if mode == .grains {
            let index = random.number(in: 0...others.count)
            return index == 0 ? least : others[index - 1]
        }
        return others.last { isKept[$0 - 1] } ?? least
    }

    /// Draws the size of a file from those that it had since the last flush, the flushed one first.
    mutating func size(of sizes: [Int]) -> Int {
        switch mode {
        case .none: sizes[0]
        case .all: sizes[sizes.count - 1]
        default: sizes[random.number(in: 0...(sizes.count - 1))]
        }
    }

    /// Draws how many of the unflushed changes of names survive; these keep their order.
    mutating func keptNames(of count: Int) -> Int {
        switch mode {
        case .none: 0
        case .all: count
        default: random.number(in: 0...count)
        }
    }
}
