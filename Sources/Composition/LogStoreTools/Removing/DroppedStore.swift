internal import Glibc
internal import LMDB
package import OperatingSystem
internal import StoreTools

/// The store of an app that was dropped.
package struct DroppedStore {
    /// Where it is, behind all links.
    private let place: String
    /// Where the settings have it.
    private let directory: String
    private let life: StoreLife

    /// Why a store is not removed.
    package enum Obstacle: Error, Equatable, CustomStringConvertible {
        /// What lies there is no store, or cannot be told from one that must stay.
        case otherThings
        /// The store is not the one that was dropped.
        case otherStore
        /// It was removed, and has come back by a copy of its files.
        case cameBack
        /// A process has it open.
        case inUse
        /// It was to stop: what is left goes with the next attempt.
        case interrupted
        /// The system refuses.
        case system(path: String, SystemError)

        /// What is so, to follow "is not removed: ".
        package var description: String {
            switch self {
            case .otherThings: "what lies there is not known to be its store"
            case .otherStore: "it has another store by now, which stays"
            case .cameBack: "the store was removed once, and a copy of it that came back stays"
            case .inUse: "a process has the store open"
            case .interrupted: "the server ends first, and goes on when it starts again"
            case .system(let path, let error): "\(path): \(error)"
            }
        }
    }

    /// The store of a life, in a folder or behind a link that leads to it.
    package init(_ directory: String, of life: StoreLife) {
        self.directory = directory
        place = RealPath(directory).text
        self.life = life
    }

    /// Where the store goes before it is removed: what a crash leaves there is none that could be
    /// opened.
    package var grave: String { "\(place).dropped-\(life.text)" }

    /// A file beside it that says that it was removed.
    var note: String { Self.note(of: place, life) }

    /// A file within its folder that says that this is being emptied, where it cannot be renamed.
    var mark: String { "\(place)/dropped-\(life.text)" }

    /// Whether the folder has the store, which was not removed before, or what is left of it; so
    /// where nobody can tell.
    package var isYetToBeRemoved: Bool {
        if PlainFile.kind(at: mark) != nil { return true }
        do throws(StoreToolError) {
            return try StoreLife(ofStoreIn: place) == life && PlainFile.kind(at: note) == nil
        } catch {
            return true
        }
    }

    /// Removes the folder, if it has the store of this life and nobody has that open.
    ///
    /// It is renamed first: what a crash leaves of it is no store that could be opened, and goes
    /// with the next attempt. A file system of its own, which cannot be renamed, is emptied. A link
    /// that leads to it goes as well. A note stays that this life was removed: what comes back by a
    /// copy of the files, of a snapshot of the disk for example, is not removed again.
    ///
    /// - Parameters:
    ///   - rename: Renames a folder, as rename(2) does.
    ///   - mayGoOn: Is asked before each file that is removed.
    /// - Returns: Whether something was there, and is gone.
    /// - Throws: `Obstacle`; then it lies where it was, or what is left of it in its grave.
    package func remove(
        renaming rename: (String, String) -> Int32 = { Glibc.rename($0, $1) },
        while mayGoOn: () -> Bool = { true }
    ) throws(Obstacle) -> Bool {
        let hasGrave = PlainFile.kind(at: grave) == .folder
        if hasGrave { try removeGrave(mayGoOn) }
        if PlainFile.kind(at: mark) != nil {
            try empty(mayGoOn)
            return true
        }
        guard try !isGone() else {
            if hasGrave { removeLink() }
            return hasGrave
        }
        // Another store is none of this one's matter, be it open.
        try requireLife()
        let isRenamed = try withLock { () throws(Obstacle) -> Bool in
            try requireLife()
            if rename(place, grave) == 0 { return true }
            guard [EBUSY, EXDEV].contains(errno) else { throw .last(place) }
            try write("This folder is being emptied.\n", to: mark)
            return false
        }
        if isRenamed {
            try removeGrave(mayGoOn)
            removeLink()
        } else {
            try empty(mayGoOn)
        }
        return true
    }

    /// Forgets that a store was removed, since it came back and is in use again.
    package static func forgetRemoval(ofStoreIn directory: String) {
        let place = RealPath(directory).text
        guard let life = try? StoreLife(ofStoreIn: place) else { return }
        unlink(note(of: place, life))
    }

    private static func note(of place: String, _ life: StoreLife) -> String {
        "\(place).removed-\(life.text)"
    }
}

// The steps of a removal.
extension DroppedStore {
    /// What a file system puts into its top folder is nobody's.
    private static let lostAndFound = "lost+found"

    /// Whether there is no folder, or nothing in it.
    private func isGone() throws(Obstacle) -> Bool {
        guard FileSystem.exists(place) else { return true }
        guard PlainFile.kind(at: place) == .folder else { return false }
        return try system(place) { () throws(LMDBError) in
            try FileSystem.names(in: place).allSatisfy { $0 == Self.lostAndFound }
        }
    }

    private func requireLife() throws(Obstacle) {
        let found: StoreLife?
        do throws(StoreToolError) {
            found = try StoreLife(ofStoreIn: place)
        } catch {
            throw .otherThings
        }
        guard let found else { throw .otherThings }
        guard found == life else { throw .otherStore }
        guard PlainFile.kind(at: note) == nil else { throw .cameBack }
    }

    /// Runs `body` while no process can open the store.
    private func withLock<Success>(
        _ body: () throws(Obstacle) -> Success
    ) throws(Obstacle) -> Success {
        var result: Result<Success, Obstacle> = .failure(.otherThings)
        do throws(LMDBError) {
            try Environment.withClosedStore(in: place) {
                do throws(Obstacle) {
                    result = .success(try body())
                } catch {
                    result = .failure(error)
                }
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
        return try result.get()
    }

    private func removeGrave(_ mayGoOn: () -> Bool) throws(Obstacle) {
        let isGone = try system(grave) { () throws(LMDBError) in
            try FileSystem.removeTree(grave, while: mayGoOn)
        }
        guard isGone else { throw .interrupted }
        leaveNote()
    }

    /// Removes what the folder holds, the mark last.
    private func empty(_ mayGoOn: () -> Bool) throws(Obstacle) {
        let kept: Set = [Self.lostAndFound, "dropped-\(life.text)"]
        let isEmpty = try system(place) { () throws(LMDBError) in
            try FileSystem.removeContents(of: place, but: kept, while: mayGoOn)
        }
        guard isEmpty else { throw .interrupted }
        leaveNote()
        unlink(mark)
    }

    /// Without room for it, or a right to write there, there is none.
    private func leaveNote() {
        try? write("The store of an app that was dropped was here, and is removed.\n", to: note)
    }

    private func write(_ sentence: String, to path: String) throws(Obstacle) {
        do throws(SystemError) {
            try FileReplacement.write(Array(sentence.utf8), to: path)
        } catch {
            throw .system(path: path, error)
        }
    }

    private func system<Success>(
        _ path: String,
        _ body: () throws(LMDBError) -> Success
    ) throws(Obstacle) -> Success {
        do throws(LMDBError) {
            return try body()
        } catch {
            guard case .io(let number) = error else { throw .otherThings }
            throw .system(path: path, SystemError(number))
        }
    }

    /// Removes a link that leads nowhere now; what else may have come to its path stays.
    private func removeLink() {
        let path = directory.withoutFinalSlashes
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { unlink(path) }
    }
}

extension DroppedStore.Obstacle {
    /// What the system has just refused.
    fileprivate static func last(_ path: String) -> DroppedStore.Obstacle {
        .system(path: path, SystemError(errno))
    }
}
