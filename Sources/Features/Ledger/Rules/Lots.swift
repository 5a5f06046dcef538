package import Domain

/// A part of an account's balance that lapses at a moment.
package struct Lot: Equatable, Sendable {
    /// When it lapses: the beginning of a day in UTC, which belongs to the time after.
    package let end: Instant
    /// How much it is.
    package var amount: Int64

    /// Joins both.
    package init(end: Instant, amount: Int64) {
        self.end = end
        self.amount = amount
    }
}

/// The lots of an account, the one that lapses first in front; what is in none never lapses.
///
/// Invariant: ends rise, and amounts are more than nothing.
package struct Lots: Equatable, Sendable {
    /// The lots in their order.
    package private(set) var all: [Lot]

    /// Takes lots that stand in their order.
    package init(_ all: [Lot] = []) {
        self.all = all
    }

    /// Those that lapsed at a moment or before.
    package func ended(by moment: Instant) -> ArraySlice<Lot> {
        all.prefix { $0.end <= moment }
    }

    /// Takes an amount, first from what lapses first.
    ///
    /// - Returns: What was taken of each lot; what they lacked is taken from what never lapses.
    package mutating func take(_ amount: Int64) -> [Lot] {
        let taken = Self.first(amount, of: all)
        for lot in taken { remove(lot) }
        return taken
    }

    /// Takes an amount back that was given: first of the lots that it was given into, as far as
    /// they are there, then so much of what never lapses, and at last what lapses first.
    ///
    /// - Returns: As `take`.
    package mutating func takeBack(_ amount: Int64, of given: [Lot], never: Int64) -> [Lot] {
        var (remaining, taken) = (amount, Lots())
        for lot in given where remaining > 0 {
            let left = all.first { $0.end == lot.end }?.amount ?? 0
            let part = Lot(end: lot.end, amount: min(lot.amount, left, remaining))
            guard part.amount > 0 else { continue }
            remove(part)
            taken.add(part)
            remaining -= part.amount
        }
        for lot in take(remaining - min(remaining, max(0, never))) { taken.add(lot) }
        return taken.all
    }

    /// The first lots of some, up to an amount.
    package static func first(_ amount: Int64, of lots: [Lot]) -> [Lot] {
        var (remaining, first) = (amount, [Lot]())
        for lot in lots where remaining > 0 {
            let part = min(lot.amount, remaining)
            first.append(Lot(end: lot.end, amount: part))
            remaining -= part
        }
        return first
    }

    /// Adds a lot, which joins another one of the same end.
    package mutating func add(_ lot: Lot) {
        let index = all.firstIndex { $0.end >= lot.end } ?? all.count
        if index < all.count, all[index].end == lot.end {
            all[index].amount &+= lot.amount
        } else {
            all.insert(lot, at: index)
        }
    }

    /// Takes an amount out of the lot of one end; more than it has, all of it.
    package mutating func remove(_ lot: Lot) {
        guard let index = all.firstIndex(where: { $0.end == lot.end }) else { return }
        if all[index].amount > lot.amount {
            all[index].amount -= lot.amount
        } else {
            all.remove(at: index)
        }
    }
}

extension Collection<Lot> {
    /// What is in all of them together.
    package var total: Int64 { reduce(0) { $0 &+ $1.amount } }
}

extension Instant {
    /// When a lot lapses of which this is said: at the beginning of the day behind it, unless it is
    /// the beginning of one itself.
    package var lotEnd: Instant {
        let day = toTheDay
        return day == self ? self : day.adding(seconds: 86_400)
    }
}
