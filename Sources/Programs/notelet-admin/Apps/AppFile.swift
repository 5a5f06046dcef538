import CommandLineInterface
import Domain
import Foundation
import Glibc
import LogEngine
import LogStoreTools
import OperatingSystem
import StoreTools

/// The file of settings of a server, as far as it is about apps.
struct AppFile {
    let path: String
    private var text: SettingsText

    private static let kind = "app"
    private static let droppedKind = "dropped"

    /// Reads the file.
    ///
    /// - Throws: `CommandFailure` where it cannot be read, or is none.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(SettingsFile.Failure) {
            text = try SettingsText(try SettingsFile.text(ofFile: path), path: path)
        } catch {
            throw CommandFailure(.configuration, error.message + ".")
        }
    }

    /// Changes a file while no other command does, and replaces it as a whole; who may read it
    /// stays.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - body: Changes it.
    /// - Throws: `CommandFailure` where it cannot be written, and what the body throws; then it is
    ///   as it was.
    static func change(
        _ path: String,
        _ body: (inout AppFile) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        // Where a link leads is replaced, and not the link.
        let place = RealPath(path).text
        let folder = PlainFile.openFileOrFolder(
            URL(filePath: place).deletingLastPathComponent().path
        )
        defer { close(folder) }
        // Waits for commands that change a file at the same time, which takes them a moment.
        while flock(folder, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw CommandFailure(.inputOutput, "\(path) cannot be held: \(SystemError(errno)).")
            }
        }
        var file = try AppFile(path)
        try body(&file)
        try file.replace(place)
    }

    /// What the file holds.
    var contents: String { text.text }

    /// The section of an app, and the folder of its store.
    ///
    /// - Throws: `CommandFailure` where there is no such app.
    private func section(
        of name: AppName
    ) throws(CommandFailure) -> (section: SettingsText.Section, folder: String) {
        guard let section = sections(Self.kind).first(where: { $0.name == name.text }),
            let folder = section.values["store"]
        else {
            throw CommandFailure(.refused, "\(path) has no app \(name).")
        }
        return (section, folder)
    }

    /// Adds an app; settings without a value are left out.
    ///
    /// - Throws: `CommandFailure` where its name is taken.
    mutating func add(
        _ name: AppName,
        store: String?,
        settings: [(name: String, value: String?)]
    ) throws(CommandFailure) {
        guard !sections(Self.kind).contains(where: { $0.name == name.text }) else {
            throw CommandFailure(.refused, "\(path) has the app \(name) already.")
        }
        let folder: String
        if let store {
            // The server may have another working folder.
            folder = URL(fileURLWithPath: store).standardized.path
        } else {
            folder = try defaultFolder(for: name)
        }
        // What was dropped and is gone is told of no more, be there another store by now.
        for section in sections(Self.droppedKind) {
            guard let dropped = section.values["store"],
                RealPath(dropped) == RealPath(folder)
            else { continue }
            if isYetToBeRemoved(section) {
                throw CommandFailure(
                    .refused,
                    "\(folder) has the store of the app \(section.name) that was dropped: a reload "
                        + "of the server removes it. To keep it, take the section "
                        + "[\(Self.droppedKind) \(section.name)] out of \(path) first."
                )
            }
            try change { (text) throws(SettingsFile.Failure) in
                try text.remove(Self.droppedKind, section.name)
            }
        }
        let given = settings.compactMap { setting in setting.value.map { (setting.name, $0) } }
        try change { (text) throws(SettingsFile.Failure) in
            try text.add(Self.kind, name.text, [("store", folder)] + given)
        }
    }

    /// Whether a section is about the store that lies there, and not about an earlier one.
    private func isYetToBeRemoved(_ section: SettingsText.Section) -> Bool {
        guard let folder = section.values["store"],
            let life = section.values["life"].flatMap({ StoreLife($0) })
        else { return false }
        return DroppedStore(folder, of: life).isYetToBeRemoved
    }

    private func life(ofStoreIn folder: String) throws(CommandFailure) -> StoreLife? {
        do throws(StoreToolError) {
            return try StoreLife(ofStoreIn: folder)
        } catch {
            throw CommandFailure(
                .inputOutput,
                "The store in \(folder) cannot be looked at: run this as root, or as the user of "
                    + "the server."
            )
        }
    }

    /// A store that the server removes.
    struct StoreToRemove: Equatable {
        let folder: String
        let life: StoreLife
    }

    /// The store that goes with an app; nil where none of it was ever opened in its folder.
    ///
    /// - Throws: `CommandFailure` where there is no such app, its store cannot be looked at, or its
    ///   key would go as well, without which backups are worth nothing.
    func storeToRemove(of name: AppName) throws(CommandFailure) -> StoreToRemove? {
        let (section, folder) = try section(of: name)
        guard let life = try life(ofStoreIn: folder) else { return nil }
        if let key = section.values["key-file"], RealPath(key).isWithin(RealPath(folder)) {
            throw CommandFailure(
                .refused,
                "The key file \(key) lies in \(folder), which the server would remove: backups of "
                    + "\(name) need it. Move it elsewhere, and set 'key-file' in \(path), first."
            )
        }
        return StoreToRemove(folder: folder, life: life)
    }

    /// Drops an app, whose store the server will remove, if there is one.
    ///
    /// - Throws: `CommandFailure` where there is no such app, or its store cannot be looked at.
    mutating func drop(_ name: AppName) throws(CommandFailure) {
        let store = try storeToRemove(of: name)
        try change { (text) throws(SettingsFile.Failure) in
            try text.remove(Self.kind, name.text)
            try text.remove(Self.droppedKind, name.text)
            guard let store else { return }
            let settings = [("store", store.folder), ("life", store.life.text)]
            try text.add(Self.droppedKind, name.text, settings)
        }
    }

    private mutating func change(
        _ body: (inout SettingsText) throws(SettingsFile.Failure) -> Void
    ) throws(CommandFailure) {
        do throws(SettingsFile.Failure) {
            try body(&text)
        } catch {
            throw CommandFailure(.usage, error.message + ".")
        }
    }

    private func replace(_ place: String) throws(CommandFailure) {
        do throws(SystemError) {
            let file = try FileReplacement(at: place)
            try file.takeOwnerAndMode(of: place)
            try file.write(Array(text.text.utf8))
            try file.finish()
        } catch {
            throw CommandFailure(.inputOutput, "\(path) cannot be written: \(error).")
        }
    }

    /// The folder beside the default app's store.
    private func defaultFolder(for name: AppName) throws(CommandFailure) -> String {
        guard let store = text.value(of: "store") else {
            throw CommandFailure(
                .usage,
                "\(path) does not say where the store of the default app is: name the folder for "
                    + "\(name) with --store."
            )
        }
        let place = URL(fileURLWithPath: store).standardized
        return place.deletingLastPathComponent().appending(path: name.text).path
    }

    private func sections(_ kind: String) -> [SettingsText.Section] {
        text.sections.filter { $0.kind == kind }
    }
}
