import CommandLineInterface
import Domain
import Foundation
import Glibc
import LogEngine
import OperatingSystem

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

    /// The apps, the default one first.
    var apps: [ShownApp] {
        let store = text.value(of: "store") ?? ""
        let standard = ShownApp(
            name: AppName.standard.text,
            store: store,
            linkBase: text.value(of: "link-base") ?? "",
            features: text.value(of: "features") ?? "",
            isOpen: StoreHolder(ofStoreIn: store) != nil
        )
        return [standard]
            + sections(Self.kind).map { section in
                let store = section.values["store"] ?? ""
                return ShownApp(
                    name: section.name,
                    store: store,
                    linkBase: section.values["link-base"] ?? "",
                    features: section.values["features"] ?? "",
                    isOpen: StoreHolder(ofStoreIn: store) != nil
                )
            }
    }

    /// Adds an app; settings without a value are left out.
    ///
    /// - Throws: `CommandFailure` where its name or its folder is taken.
    mutating func add(
        _ name: AppName,
        store: String?,
        settings: [(name: String, value: String?)]
    ) throws(CommandFailure) {
        guard !sections(Self.kind).contains(where: { $0.name == name.text }) else {
            throw CommandFailure(.refused, "\(path) has the app \(name) already.")
        }
        let folder: String
        if let store { folder = store } else { folder = try self.folder(for: name) }
        let isThere = FileManager.default.fileExists(atPath: folder)
        // What was dropped and is gone is told of no more.
        for section in sections(Self.droppedKind) where section.values["store"] == folder {
            guard !isThere else {
                throw CommandFailure(
                    .refused,
                    "\(folder) is yet to be removed: reload the server first."
                )
            }
            text.remove(Self.droppedKind, section.name)
        }
        let given = settings.compactMap { setting in setting.value.map { (setting.name, $0) } }
        text.add(Self.kind, name.text, [("store", folder)] + given)
    }

    /// Drops an app, and answers the folder that the server will remove.
    ///
    /// - Throws: `CommandFailure` where there is no such app.
    mutating func drop(_ name: AppName) throws(CommandFailure) -> String {
        guard let section = sections(Self.kind).first(where: { $0.name == name.text }),
            let folder = section.values["store"]
        else {
            throw CommandFailure(.refused, "\(path) has no app \(name).")
        }
        text.remove(Self.kind, name.text)
        text.remove(Self.droppedKind, name.text)
        text.add(Self.droppedKind, name.text, [("store", folder)])
        return folder
    }

    /// Replaces the file as a whole; who may read it stays.
    ///
    /// - Throws: `CommandFailure` where it cannot be written; then it is as it was.
    func save() throws(CommandFailure) {
        // Where a link leads is replaced, and not the link.
        let place = RealPath(path).text
        let new = place + ".new"
        do throws(SystemError) {
            try write(to: new, asOwnerOf: place)
            guard rename(new, place) == 0 else { throw SystemError(errno) }
        } catch {
            unlink(new)
            throw CommandFailure(.inputOutput, "\(path) cannot be written: \(error).")
        }
    }

    private func write(to new: String, asOwnerOf place: String) throws(SystemError) {
        var status = stat()
        guard stat(place, &status) == 0 else { throw SystemError(errno) }
        let file = PlainFile.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(errno) }
        defer { close(file) }
        guard fchmod(file, status.st_mode & 0o777) == 0 else { throw SystemError(errno) }
        // Only root can give a file away; anybody else owns it already, or may not.
        if status.st_uid != geteuid() || status.st_gid != getegid() {
            guard fchown(file, status.st_uid, status.st_gid) == 0 else { throw SystemError(errno) }
        }
        var rest = ArraySlice(Array(text.text.utf8))
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SystemError(errno) }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else { throw SystemError(errno) }
    }

    /// The folder beside the default app's store.
    private func folder(for name: AppName) throws(CommandFailure) -> String {
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
