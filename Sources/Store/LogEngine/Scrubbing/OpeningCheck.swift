package import LMDB

/// Why a store is not opened: pages of its database are damaged, so that whoever followed them
/// might not come back.
package struct DamagedPages: Error, Equatable {
    /// The first of them, and how many more there are.
    package let summary: String
}

/// The look at the pages of a store before it is opened, without mapping its file.
///
/// After a bad end, or where a process met damage, what LMDB would follow is checked first, since a
/// damaged page ends the process that follows it. A store that was closed in order is looked at
/// where that takes no time to speak of.
package struct OpeningCheck {
    /// What to do about a store.
    private enum Extent {
        case none
        /// As much as there is time for; the rest is looked at while the store is in use.
        case bounded
        case whole
    }

    /// How long a start waits for it after a bad end.
    package static let timeMax = Duration.seconds(5)
    /// A store that was closed in order is looked at up to this size.
    static let smallByteCountMax = 64 << 20

    /// Checks the store in a directory; one that is in use, or not there, is left to the opening.
    ///
    /// - Returns: Where to go on when the store is open; nil if nothing is left to be looked at.
    /// - Throws: `DamagedPages`, with the first of them.
    package static func run(
        inStore directory: String,
        within time: Duration = timeMax
    ) throws(DamagedPages) -> PageWalk.Position? {
        let check: PageCheck?
        do throws(LMDBError) {
            check = try Environment.withClosedStore(in: directory) {
                (lock: borrowing StoreLock) throws(LMDBError) in
                let check = try Self.check(directory, lock.wasLeftOpen(), within: time)
                if let check, check.isWhole { lock.noteSound() }
                return check
            }
        } catch {
            // What is wrong with the file as a whole the opening says better.
            return nil
        }
        guard let check else { return nil }
        if let damage = check.damage {
            DamageMark.leave(inStore: directory)
            throw DamagedPages(summary: damage.description)
        }
        if check.rest == nil { DamageMark.remove(inStore: directory) }
        return check.rest
    }

    private static func check(
        _ directory: String,
        _ wasLeftOpen: Bool,
        within time: Duration
    ) throws(LMDBError) -> PageCheck? {
        let path = directory + "/data/data.mdb"
        switch try extent(directory, path, wasLeftOpen) {
        case .none: return nil
        case .bounded: return try PageCheck(ofFileAt: path, within: time)
        case .whole: return try PageCheck(ofFileAt: path, within: nil)
        }
    }

    private static func extent(
        _ directory: String,
        _ path: String,
        _ wasLeftOpen: Bool
    ) throws(LMDBError) -> Extent {
        if DamageMark.isThere(inStore: directory) { return .whole }
        if wasLeftOpen { return .bounded }
        return try DataFile(path: path).byteCount <= smallByteCountMax ? .whole : .none
    }
}
