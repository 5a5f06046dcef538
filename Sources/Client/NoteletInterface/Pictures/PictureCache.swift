public import Foundation

/// Pictures that were loaded, as many as fit: the one that was asked for longest ago goes first.
///
/// However many ask for a picture at a time, it is loaded once. One that fails is loaded anew when
/// it is asked for again.
public actor PictureCache {
    /// Loads the picture at an address.
    public typealias Load = @Sendable (URL) async throws -> Data

    private let byteCountMax: Int
    private let load: Load
    private var pictures: [URL: Picture] = [:]
    private var loading: [URL: Task<Data, any Error>] = [:]
    private var byteCount = 0
    private var useCount: UInt64 = 0

    private struct Picture {
        let data: Data
        var lastUse: UInt64
    }

    /// Creates a cache that is empty.
    ///
    /// - Parameters:
    ///   - byteCountMax: How much it keeps: 32 MiB unless given, some hundred pictures of people. A
    ///     picture that is larger than all of it is not kept.
    ///   - load: Loads a picture.
    public init(byteCountMax: Int = 32 << 20, load: @escaping Load) {
        self.byteCountMax = byteCountMax
        self.load = load
    }

    /// The picture at an address.
    ///
    /// Who gives up waiting stops nobody else.
    ///
    /// - Parameter url: The address.
    /// - Returns: The bytes.
    /// - Throws: What loading it throws.
    public func picture(at url: URL) async throws -> Data {
        if let picture = pictures[url] {
            use(url)
            return picture.data
        }
        let task = loading[url] ?? Task { [load] in try await load(url) }
        loading[url] = task
        let result = await task.result
        if loading[url] == task {
            loading[url] = nil
            if case .success(let data) = result { keep(data, at: url) }
        }
        return try result.get()
    }

    /// Forgets all pictures; what is being loaded is loaded to its end, and not kept.
    public func removeAll() {
        pictures = [:]
        loading = [:]
        byteCount = 0
    }

    private func keep(_ data: Data, at url: URL) {
        guard data.count <= byteCountMax else { return }
        pictures[url] = Picture(data: data, lastUse: 0)
        byteCount += data.count
        use(url)
        while byteCount > byteCountMax {
            guard let oldest = pictures.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
                return
            }
            pictures[oldest.key] = nil
            byteCount -= oldest.value.data.count
        }
    }

    private func use(_ url: URL) {
        useCount += 1
        pictures[url]?.lastUse = useCount
    }
}
