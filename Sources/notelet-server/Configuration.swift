import CommandLineInterface
import Domain
import Storage
import TTRPC

/// What a server is told to do, checked as a whole.
struct Configuration {
    let addresses: [Address]
    let storePath: String
    let keyPath: String
    let linkBaseURL: String
    let mapByteCount: Int64
    let writeBufferByteCount: Int64
    let drainTime: Duration

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws {
        let options = ServerCommand.Options.self
        addresses = invocation[options.listen]
        storePath = invocation[options.store]
        keyPath = invocation[options.keyFile] ?? Configuration.defaultKeyPath(for: storePath)
        linkBaseURL = invocation[options.linkBase]
        mapByteCount = invocation[options.mapSize]
        drainTime = invocation[options.drainTime]
        writeBufferByteCount = invocation[options.writeBuffer]
        let range = EngineOptions.writeBufferByteCounts
        guard range.contains(Int(clamping: writeBufferByteCount)) else {
            throw CommandFailure(
                .configuration,
                "--write-buffer must be from \(range.lowerBound >> 20)MiB to "
                    + "\(range.upperBound >> 30)GiB."
            )
        }
        guard linkBaseURL.hasSuffix("/") else {
            throw CommandFailure(
                .configuration,
                "--link-base \(linkBaseURL) does not end with '/', so that tokens could not be "
                    + "put behind it."
            )
        }
        if !invocation[options.insecure], let open = addresses.first(where: { !$0.isLocal }) {
            throw CommandFailure(
                .configuration,
                "\(open) can be reached from other machines and nothing is encrypted: listen on "
                    + "127.0.0.1 behind a TLS proxy, or give --insecure."
            )
        }
        Configuration.checkLimits()
    }

    private static func defaultKeyPath(for storePath: String) -> String {
        var path = storePath
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + ".key"
    }

    /// Holds the limits of different layers together: what one lets in, the next can carry.
    private static func checkLimits() {
        let frame = WireLimits().messageByteCountMax
        let envelope = 64 << 10
        let largestNote = 3 * DomainLimits.contentByteCountMax
        precondition(
            DomainLimits.pageByteCountMax + largestNote + envelope <= frame,
            "A page with one more note fits a frame."
        )
        precondition(
            ServerConfiguration().outboundByteCountMax >= DomainLimits.pageByteCountMax,
            "A connection can hold a page."
        )
    }
}

extension Address {
    /// Whether only this machine can reach it.
    fileprivate var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _): host.hasPrefix("127.") || host == "::1" || host == "localhost"
        }
    }
}
