import Testing

/// What applications are built on runs on telephones: nothing in it is newer than their oldest
/// system, whose standard library is that of iOS 17.
@Suite("Portability")
struct PortabilityTests {
    /// The modules that applications depend on alone: to them no library is brought along.
    private static let interfaces: Set = ["NoteletInterface", "NoteletTestSupport"]

    /// What an application's client is made of, but for the transport that Linux alone has.
    private static let clients: Set = [
        "NoteletClient", "ClientTransport", "WebTransport", "Connect", "NoteletAPI",
        "ProtobufCoding", "TextForms", "ItemClient", "ConfigClient", "TelemetryClient",
        "DirectoryClient", "DeliveryClient", "NoteletRemote", "NoteletOffline", "SQLite",
    ]

    /// Names that came after iOS 17, by SE-0410, 0433, 0453, 0464 and 0405 in the form for
    /// sequences, and of 128 bits.
    private static let newerNames = [
        "Atomic<", "Mutex<", "InlineArray<", "UTF8Span", "utf8.span", "utf8Span",
        "String(validating:", "Int128", "Synchronization", "Locking",
    ]

    /// Names of SE-0447, 0456 and 0485, which the compiler brings to older systems by a library of
    /// its own (`libswiftCompatibilitySpan`).
    private static let broughtNames = ["Span<", "RawSpan", ".span"]

    /// The one place that asks the system whether it has what is newer.
    private static let exception = "Sources/Foundations/ProtobufCoding/Scalars/String+UTF8.swift"

    private static func violations(in files: [SourceFile]) -> [Violation] {
        files.flatMap { file -> [Violation] in
            let isInterface = interfaces.contains(file.module)
            guard isInterface || clients.contains(file.module), file.path != exception else {
                return []
            }
            let names = newerNames + (isInterface ? broughtNames : [])
            return file.codeLines.enumerated().flatMap { index, line in
                names.filter(line.contains).map { name in
                    file.violation(line: index, "\(name) is newer than iOS 17")
                }
            }
        }
    }

    @Test("Nothing that applications are built on is newer than iOS 17")
    func nothingIsNewer() {
        let files = Repository.current.swiftFiles.filter(\.isInSources)
        for module in Self.interfaces.union(Self.clients) {
            #expect(files.contains { $0.module == module }, "\(module)")
        }
        #expect(files.contains { $0.path == Self.exception })
        expectNone(Self.violations(in: files))
    }

    @Test("What a client is made of imports nothing else, and nothing of one system blindly")
    func importsArePortable() {
        let everywhere: Set = ["CSQLite", "Dispatch", "Foundation", "Observation"]
        let somewhere: Set = ["FoundationNetworking", "Glibc", "Darwin", "SocketTransport"]
        let modules = Self.interfaces.union(Self.clients)
        let files = Repository.current.swiftFiles.filter {
            $0.isInSources && modules.contains($0.module)
        }
        var violations: [Violation] = []
        for file in files {
            for item in imports(of: file) where !modules.union(everywhere).contains(item.module) {
                let isAskedFor = file.codeLines.contains {
                    $0.hasSuffix("if canImport(\(item.module))")
                }
                guard somewhere.contains(item.module), isAskedFor else {
                    let rule = "\(item.module) is not on every system"
                    violations.append(file.violation(line: item.line, rule))
                    continue
                }
            }
        }
        expectNone(violations)
    }

    @Test("Only one file of the client, and the server beside it, know the transport of Linux")
    func socketsAreKnownOnce() {
        let files = Repository.current.swiftFiles.filter { file in
            file.isInSources && imports(of: file).contains { $0.module == "SocketTransport" }
        }
        #expect(
            Set(files.map(\.path)) == [
                "Sources/Client/NoteletClient/Calls/Carrier.swift",
                "Sources/Client/NoteletLocalServer/LocalServer.swift",
            ]
        )
    }

    @Test("What is newer is found, where it counts")
    func newerIsFound() {
        let text = """
            let bytes = text.utf8.span
            let table: InlineArray<4, Int> = [1, 2, 3, 4]
            let span = array.span
            """
        let found = [
            "Sources/Client/NoteletInterface/A.swift", "Sources/Client/NoteletClient/A.swift",
            "Sources/Client/SocketTransport/A.swift",
        ].map { path in Self.violations(in: [SourceFile(path: path, text: text)]).count }
        #expect(found == [4, 2, 0])
    }
}
