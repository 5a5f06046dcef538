internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote

/// A file beside the copies, which is replaced as a whole; one that is damaged is as good as none.
struct ConfigFile: ConfigShelf {
    let folder: URL

    private var place: String { folder.appendingPathComponent("published-config.json").path }

    /// More than the largest version has, with every character escaped.
    private static let byteCountMax = 2 << 20

    func read() -> PublishedConfig? {
        let bytes = try? PrivateFile.contents(of: place, byteCountMax: Self.byteCountMax)
        guard let bytes else { return nil }
        return try? JSONDecoder().decode(PublishedConfig.self, from: Data(bytes))
    }

    func write(_ config: PublishedConfig) {
        guard let bytes = try? JSONEncoder().encode(config) else { return }
        try? AccountFolder(place: folder).make()
        try? PrivateFile.replace(place, with: [UInt8](bytes))
    }
}
