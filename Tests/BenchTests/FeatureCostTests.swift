import Foundation
import TestSupport
import Testing

/// The script that counts what a feature takes, on a repository that the test makes up.
@Suite("Cost of a feature")
struct FeatureCostTests {
    private let folder = TemporaryDirectory()

    /// The names that git asks for, and no settings of whoever runs the tests.
    private static let author = [
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
        "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    ]

    private func write(_ text: String, to path: String) throws {
        let file = URL(filePath: folder.path(path))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private func git(_ arguments: String...) async throws {
        let run = try await ProgramRun.run(
            "/usr/bin/env",
            ["git", "-C", folder.path("")] + arguments,
            environment: Self.author
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
    }

    private func commitAll() async throws {
        try await git("add", "--all")
        try await git("commit", "--quiet", "--message", "Change")
    }

    private func cost(_ arguments: String...) async throws -> String {
        let script = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "bench/feature-cost")
        let run = try await ProgramRun.run(
            "/usr/bin/env",
            ["python3", script.path, "--root", folder.path("")] + arguments
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        return run.output
    }

    /// A repository of two commits, of which the second brings a feature of two methods.
    private func makeRepository() async throws {
        try await git("init", "--quiet")
        try write("one\n", to: "Package.swift")
        try write("two\n", to: "Sources/Programs/Root.swift")
        try write("let memo = 1\n", to: "Sources/Store/Other.swift")
        try await commitAll()
        try write("one\nFeature(\"Thing\")\n", to: "Package.swift")
        try write("import ThingRules\n", to: "Sources/Programs/Generated/Things.swift")
        try write(
            """
            service Things {
              option (notelet.v1.default_feature) = "things";
              // rpc Nothing(A) returns (B);
              rpc Get(A) returns (B) { option idempotency_level = NO_SIDE_EFFECTS; }
              rpc Put(A) returns (B);
              rpc Other(A) returns (B) { option (notelet.v1.feature) = "others"; }
            }
            message Thing { string memo = 1; bytes owner_id = 2; }

            """,
            to: "Protocol/notelet/things/v1/things.proto"
        )
        try write("struct Thing {\n    let ownerID, memo: Int\n}\n", to: thing)
        try write("1\n2\n3\n", to: "Sources/Contract/Generated/Things.pb.swift")
        try write("test\n", to: "Tests/Features/Things/RulesTests/ThingTests.swift")
        try await commitAll()
    }

    private let thing = "Sources/Features/Things/Rules/Thing.swift"

    @Test("A feature's files, what it changed elsewhere and its lines a method are counted")
    func whole() async throws {
        try await makeRepository()
        let text = try await cost("things")
        #expect(text.contains("feature things: 2 methods\n"))
        #expect(row("its files", of: text) == [3])
        #expect(row("of Sources", of: text) == [1, 3])
        #expect(row("of Protocol", of: text) == [1, 8])
        #expect(row("production: files naming it", of: text) == [1])
        #expect(text.contains("elsewhere, by 1 commit that touched its folders"))
        #expect(row("production: files edited", of: text) == [1])
        #expect(row("production: files added", of: text) == [0])
        #expect(text.contains("    Package.swift +1 -0\n"))
        // Three of Swift, eight of the contract, and the one of the manifest.
        #expect(text.contains("hand-written production lines: 12, 6.0 a method"))
    }

    @Test("Commits after the last that was named are left out")
    func untilCommit() async throws {
        try await makeRepository()
        try write("struct Thing {}\n", to: thing)
        try write("three\n", to: "Sources/Programs/Root.swift")
        try await commitAll()
        #expect(row("production: files edited", of: try await cost("things")) == [2])
        let text = try await cost("things", "--until", "HEAD~1")
        #expect(row("production: files edited", of: text) == [1])
    }

    @Test("What has changed since a commit counts, committed or not")
    func sinceCommit() async throws {
        try await makeRepository()
        try write("two\nthree\n", to: "Sources/Programs/Root.swift")
        let text = try await cost("things", "--since", "HEAD~1")
        #expect(row("production: files edited", of: text) == [2])
        #expect(text.contains("    Sources/Programs/Root.swift +1 -0\n"))
        let lines = try await cost("--lines", "--since", "HEAD~1")
        #expect(row("HEAD~1", of: lines) == [2, 0])
        #expect(row("now", of: lines) == [6, 4])
    }

    @Test("A field is named in the form of the contract or of Swift, where its entity is spoken of")
    func fields() async throws {
        try await makeRepository()
        let text = try await cost("things", "--field", "Thing")
        // The other file has a memo as well, and not that of a thing.
        #expect(row("memo", of: text) == [2, 2, 0, 0])
        #expect(row("owner_id", of: text) == [2, 2, 0, 0])
    }

    @Test("A folder that was filled with files from elsewhere has no change that brought it")
    func movedFiles() async throws {
        try await makeRepository()
        try await git("mv", "Sources/Features/Things", "Sources/Features/Others")
        try await commitAll()
        let text = try await cost("others")
        #expect(text.contains("its folders were filled with files that were there before"))
        #expect(text.contains("hand-written production lines: 3, 3.0 a method"))
    }

    /// The numbers of a row that begins with a title.
    private func row(_ title: String, of text: String) -> [Int] {
        let line = text.split(separator: "\n").first {
            $0.drop { $0 == " " }.hasPrefix(title + " ")
        }
        return line.map { $0.drop { $0 == " " }.dropFirst(title.count) }?
            .split(separator: " ").compactMap { Int($0) } ?? []
    }
}
