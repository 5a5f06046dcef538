internal import Glibc
internal import LMDB
package import OperatingSystem
internal import StoreTools

/// The store of an app that was dropped.
package enum DroppedStore {
    /// Why a store is not removed.
    package enum Obstacle: Error, Equatable, CustomStringConvertible {
        /// What lies there is no store, or cannot be told from one that must stay.
        case otherThings
        /// The store is not the one that was dropped.
        case otherStore
        /// A process has it open.
        case inUse
        /// The system refuses.
        case system(path: String, SystemError)

        /// What is so, to follow "is not removed: ".
        package var description: String {
            switch self {
            case .otherThings: "what lies there is not known to be its store"
            case .otherStore: "it has another store by now, which stays"
            case .inUse: "a process has the store open"
            case .system(let path, let error): "\(path): \(error)"
            }
        }
    }

    /// Removes the folder of a store, if it is the one of this life and nobody has it open.
    ///
    /// It is renamed first, to a name with its life: what a crash leaves of it is no store that
    /// could be opened, and goes with the next attempt. A link that leads to it goes as well.
    ///
    /// - Returns: Whether something was there, and is gone.
    /// - Throws: `Obstacle`; then it lies where it was, or what is left of it under that name.
    package static func remove(
        _ directory: String,
        of life: StoreLife
    ) throws(Obstacle) -> Bool {
        let place = RealPath(directory).text
        let grave = grave(of: place, life)
        let hasGrave = PlainFile.kind(at: grave) == .folder
        if hasGrave { try removeFolder(grave) }
        guard FileSystem.exists(place) else {
            if hasGrave { removeLink(directory) }
            return hasGrave
        }
        try withLock(place) { () throws(Obstacle) in
            guard try Self.life(ofStoreIn: place) == life else { throw .otherStore }
            guard rename(place, grave) == 0 else { throw .system(path: place, SystemError(errno)) }
        }
        try removeFolder(grave)
        removeLink(directory)
        return true
    }

    /// Where a store goes before it is removed.
    package static func grave(of path: String, _ life: StoreLife) -> String {
        "\(path).dropped-\(life.text)"
    }

    private static func life(ofStoreIn place: String) throws(Obstacle) -> StoreLife {
        let found: StoreLife?
        do throws(StoreToolError) {
            found = try StoreLife(ofStoreIn: place)
        } catch {
            throw .otherThings
        }
        guard let found else { throw .otherThings }
        return found
    }

    /// Runs `body` while no process can open the store.
    private static func withLock(
        _ place: String,
        _ body: () throws(Obstacle) -> Void
    ) throws(Obstacle) {
        var failure: Obstacle?
        do throws(LMDBError) {
            try Environment.withClosedStore(in: place) {
                do throws(Obstacle) { try body() } catch { failure = error }
            }
        } catch .inUse {
            throw .inUse
        } catch .io(ENOENT) {
            throw .otherThings
        } catch .io(let number) {
            throw .system(path: place, SystemError(number))
        } catch {
            throw .otherThings
        }
        if let failure { throw failure }
    }

    private static func removeFolder(_ path: String) throws(Obstacle) {
        do throws(LMDBError) {
            try FileSystem.removeTree(path)
        } catch {
            guard case .io(let number) = error else { throw .otherThings }
            throw .system(path: path, SystemError(number))
        }
    }

    /// Removes a link that leads nowhere now; what else may have come to its path stays.
    private static func removeLink(_ directory: String) {
        let path = directory.withoutFinalSlashes
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { unlink(path) }
    }
}
