import CommandLineInterface
import Cryptography
import Foundation
import HTTP
import TTRPC

/// What `--check-config` looks at beside the settings themselves: all that a start would need,
/// without making or holding anything, beside a running server too.
struct StartCheck {
    private let configuration: Configuration

    /// Looks for what would keep a server from starting.
    ///
    /// - Throws: `CommandFailure` that says what it is, with the code of a wrong configuration.
    static func check(_ configuration: Configuration) throws(CommandFailure) {
        let check = StartCheck(configuration: configuration)
        do throws(CommandFailure) {
            try PlaceCheck.check(configuration)
            for app in configuration.apps {
                try check.store(of: app)
                try check.archive(of: app)
            }
            try check.sockets()
        } catch {
            throw CommandFailure(.configuration, error.message)
        }
    }

    /// The store and its key, or the folders that they would be made in.
    private func store(of app: AppConfiguration) throws(CommandFailure) {
        let location = app.store
        switch try location.contents() {
        case .store:
            try StoreOpening.check(location)
            try StoreOpening.checkMapSize(app.mapByteCount, of: location)
        case .nothing:
            try StoreOpening.checkDisk(app.reserveByteCount, of: location)
            if Self.isThere(location.path) {
                try requireWritable(location.path, for: "the store")
            } else {
                try requireWritable(Self.parent(of: location.path), for: "the store")
            }
            if Self.isThere(location.keyPath) {
                try StoreOpening.checkKey(of: location)
            } else {
                try requireWritable(Self.parent(of: location.keyPath), for: "the key file")
            }
        }
    }

    private func archive(of app: AppConfiguration) throws(CommandFailure) {
        guard let path = app.logArchivePath else { return }
        try requireWritable(Self.isThere(path) ? path : Self.parent(of: path), for: "--log-archive")
    }

    /// The folders that files of Unix sockets are to be in.
    private func sockets() throws(CommandFailure) {
        let places = try configuration.places(inherited: [])
        let listened = places.compactMap { place -> Address? in
            if case .address(let address) = place { address } else { nil }
        }
        for case .unix(let path) in listened {
            try requireWritable(Self.parent(of: path), for: "--listen unix://\(path)")
        }
        for case .unix(let path) in configuration.administration.addresses {
            try requireWritable(Self.parent(of: path), for: "--admin-listen unix://\(path)")
        }
        let web = configuration.web.addresses.map { ("--web-listen", $0) }
        let operators = configuration.administration.webAddresses.map { ("--admin-web-listen", $0) }
        for (option, address) in web + operators {
            guard let path = address.unixSocketPath else { continue }
            try requireWritable(Self.parent(of: path), for: "\(option) \(address)")
        }
    }

    private func requireWritable(
        _ folder: String,
        for purpose: String
    ) throws(CommandFailure) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
            throw CommandFailure(.configuration, "There is no folder \(folder) for \(purpose).")
        }
        guard isFolder.boolValue else {
            throw CommandFailure(.configuration, "\(folder), for \(purpose), is no folder.")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw CommandFailure(
                .configuration,
                "The folder \(folder), for \(purpose), is not writable by the user of this process."
            )
        }
    }

    private static func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static func parent(of path: String) -> String {
        URL(fileURLWithPath: path).standardized.deletingLastPathComponent().path
    }
}
