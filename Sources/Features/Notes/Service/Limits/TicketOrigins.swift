internal import Domain
internal import Locking
internal import Records
internal import Serving

/// Remembers from where strangers sent notes lately, and which receivers do not want to hear from
/// there for a day, since they blocked such a note.
///
/// A block of a stranger's guest alone would stop nothing: the next note has another one. Origins
/// are keyed digests, as for the limits: nobody's address is kept, and all is forgotten with the
/// process. Memory does not grow: where it is full, the oldest is forgotten.
final class TicketOrigins: Sendable {
    private let origins: GuestOrigins
    private let shut = Mutex(Shut())

    fileprivate struct Shut {
        var entries: [RateKey: Entry] = [:]
        /// The keys in the order in which they were shut, and the number of the first.
        var line: ArraySlice<RateKey> = []

        /// Until when a key is shut, and where in the line it stands.
        struct Entry {
            var end: Instant
            let place: Int
        }
    }

    private static let shutSeconds: Int64 = 86_400

    /// How many receivers and origins may be shut to one another: as many as a large server sees
    /// blocks of strangers in a day, in some 4 MiB.
    private let shutCountMax: Int

    /// Remembers nobody; 8,192 sets have 65,536 guests in 2.5 MiB.
    init(setCount: Int = 8_192, shutCountMax: Int = 65_536) {
        origins = GuestOrigins(setCount: setCount)
        self.shutCountMax = shutCountMax
    }

    /// Notes from where the note of a guest came.
    func note(_ guest: UserNumber, at origin: RateKey) { origins.note(guest, at: origin) }

    /// Shuts a receiver, or all of them, to where a guest's note came from, unless that is not
    /// known any more.
    func shut(_ guest: UserNumber, to receiver: UserNumber?, at now: Instant) {
        guard let origin = origins.origin(of: guest) else { return }
        let end = now.adding(seconds: Self.shutSeconds)
        shut.withLock { $0.shut(RateKey(origin, receiver ?? .nobody), until: end, shutCountMax) }
    }

    /// Takes that back.
    func open(_ guest: UserNumber, to receiver: UserNumber?) {
        guard let origin = origins.origin(of: guest) else { return }
        shut.withLock { $0.entries[RateKey(origin, receiver ?? .nobody)] = nil }
    }

    /// Whether a receiver is shut to where a guest's note came from.
    func isShut(_ guest: UserNumber, to receiver: UserNumber, at now: Instant) -> Bool {
        origins.origin(of: guest).map { isShut($0, to: receiver, at: now) } ?? false
    }

    /// Whether a receiver is shut to an origin.
    func isShut(_ origin: RateKey, to receiver: UserNumber, at now: Instant) -> Bool {
        shut.withLock { shut in
            [receiver, .nobody].contains { receiver in
                shut.entries[RateKey(origin, receiver)].map { now < $0.end } ?? false
            }
        }
    }
}

extension TicketOrigins.Shut {
    /// Shuts a key, in place of the one that is shut for the longest time where there are too many.
    fileprivate mutating func shut(_ key: RateKey, until end: Instant, _ countMax: Int) {
        if entries[key] != nil {
            entries[key]?.end = end
            return
        }
        entries[key] = Entry(end: end, place: line.endIndex)
        line.append(key)
        // Who was let in meanwhile, and shut again, stands further behind as well.
        while line.count > countMax, let first = line.first {
            if entries[first]?.place == line.startIndex { entries[first] = nil }
            line = line.dropFirst()
        }
    }
}
