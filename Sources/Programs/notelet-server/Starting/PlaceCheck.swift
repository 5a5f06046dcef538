import CommandLineInterface
import LogStoreTools
import OperatingSystem

/// Looks at the places of files that a start opens, before it opens any of them.
enum PlaceCheck {
    /// Refuses places where something else lies than a store and its archive have there, and
    /// places that lie in one another.
    ///
    /// - Throws: `CommandFailure` that names what is wrong.
    static func check(_ configuration: Configuration) throws(CommandFailure) {
        for app in configuration.apps { try check(app) }
        try requireApart(configuration.apps)
    }

    /// Refuses what does not belong in the places of an app.
    static func check(_ configuration: AppConfiguration) throws(CommandFailure) {
        let store = configuration.store
        let archive = configuration.logArchivePath
        let strangers = [
            StrangeItem(at: store.keyPath), StrangeItem.first(inStore: store.path),
            archive.flatMap { StrangeItem.first(inArchive: $0) },
        ]
        if let item = strangers.lazy.compactMap({ $0 }).first {
            throw CommandFailure(.configuration, item.explanation)
        }
        if let archive { try requireApart(store.path, archive) }
        if let folder = StoreSurroundings.folder(around: store.path) {
            throw within(store.path, folder, "--store")
        }
    }

    /// Refuses an archive in a store, and a store in an archive, be they there already or not.
    private static func requireApart(
        _ store: String,
        _ archive: String
    ) throws(CommandFailure) {
        let (storePlace, archivePlace) = (RealPath(store), RealPath(archive))
        if archivePlace.isWithin(storePlace) {
            throw within(archive, "the store in \(store)", "--log-archive")
        }
        if storePlace.isWithin(archivePlace) {
            throw within(store, "the archive in \(archive)", "--store")
        }
        if let folder = StoreSurroundings.folder(around: archive) {
            throw within(archive, folder, "--log-archive")
        }
    }

    /// Refuses a folder of one app in one of another, be they there already or not.
    static func requireApart(_ apps: [AppConfiguration]) throws(CommandFailure) {
        let folders = apps.flatMap { app in
            [("--store", app.store.path)]
                + (app.logArchivePath.map { [("--log-archive", $0)] } ?? [])
        }
        for (index, (option, folder)) in folders.enumerated() {
            for (_, other) in folders[..<index] {
                let (place, otherPlace) = (RealPath(folder), RealPath(other))
                if place.isWithin(otherPlace) { throw within(folder, other, option) }
                if otherPlace.isWithin(place) { throw within(other, folder, option) }
            }
        }
    }

    private static func within(
        _ path: String,
        _ folder: String,
        _ option: String
    ) -> CommandFailure {
        CommandFailure(
            .configuration,
            "\(path) lies in \(folder), which may be copied or removed as a whole: name a place "
                + "outside of it with \(option)."
        )
    }
}
