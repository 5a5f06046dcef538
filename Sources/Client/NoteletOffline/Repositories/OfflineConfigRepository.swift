internal import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote

/// Reads what the operator published for applications; the last version stays on the device, also
/// when somebody signs out, for it is no person's.
public struct OfflineConfigRepository: ConfigRepositoryInterface {
    private let keeper: ConfigKeeper

    init(in folder: URL, _ caller: RemoteCaller) {
        keeper = ConfigKeeper(on: ConfigFile(folder: folder), caller)
    }

    /// Gives what is known.
    public func currentConfig() async -> PublishedConfig { await keeper.current }

    /// Asks whether there is something newer.
    @discardableResult
    public func refreshConfig() async throws -> PublishedConfig { try await keeper.refresh() }

    /// Follows it, through lost connections and starts without a network.
    public func observeConfig() -> AsyncStream<PublishedConfig> { keeper.observe() }

    func close() async { await keeper.close() }
}

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
