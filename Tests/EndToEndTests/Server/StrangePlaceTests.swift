import Foundation
import TestSupport
import Testing

/// Places of files where something else lies, and folders that lie in one another.
@Suite(.timeLimit(.minutes(3))) struct StrangePlaceTests {
    private let folder = TemporaryDirectory()

    /// Runs the server, or its check of the settings.
    private func run(_ arguments: [String]) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", folder.path("store")] + arguments
        )
    }

    /// Expects that a start and the check of the settings are refused with one line.
    private func expectRefusal(
        _ arguments: [String],
        naming words: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for check in [[], ["--check-config"]] {
            let run = try await run(arguments + check)
            let comment: Comment = "\(arguments + check): \(run.exitCode) \(run.errorOutput)"
            #expect(run.exitCode == 78, comment, sourceLocation: sourceLocation)
            for word in words {
                #expect(run.errorOutput.contains(word), comment, sourceLocation: sourceLocation)
            }
            let count = run.errorOutput.split(separator: "\n").count
            #expect(count == 1, comment, sourceLocation: sourceLocation)
        }
    }

    @Test(
        "Each file that a setting names is a plain one, or named and refused at once",
        .timeLimit(.minutes(2)),
        arguments: StrangeItem.allCases
    )
    func strangeFiles(item: StrangeItem) async throws {
        let path = folder.path("strange")
        try item.make(at: path)
        let tls = ["--listen", "tls://127.0.0.1:0", "--tls-certificate"]
        let settings = [
            ["--config", path], ["--key-file", path], tls + [path],
        ]
        for arguments in settings { try await expectRefusal(arguments, naming: [path]) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("store")))
        if item != .folder {
            try await expectRefusal(["--log-archive", path], naming: [path])
            let words = ["--store", path, "--listen", "tcp://127.0.0.1:0"]
            let store = try await ProgramRun.run("notelet-server", words)
            #expect(store.exitCode == 78 && store.errorOutput.contains(path))
        }
        let archive = TemporaryDirectory()
        try item.make(at: archive.path("erasures"))
        try await expectRefusal(
            ["--log-archive", archive.path("")],
            naming: ["erasures"]
        )
    }

    @Test(
        "Whatever lies in place of a file, the tools for stores name it and wait for nobody",
        .timeLimit(.minutes(3)),
        arguments: StrangeItem.allCases
    )
    func tools(item: StrangeItem) async throws {
        let server = try await ServerProcess(in: folder)
        await server.stop()
        let admin = Admin(store: server.storePath)
        let backup = folder.path("backup")
        let made = try await ProgramRun.run(
            "notelet-admin",
            ["backup", "create", "--store", admin.store, "--to", backup]
        )
        #expect(made.exitCode == 0, "\(made.errorOutput)")
        let commands = ["stat", "verify", "dump", "migrate"]
        let files = ["data/data.mdb", "data/lock.mdb", "lock", "log/even", "log/extent", "lived"]
        for file in files {
            let path = admin.store + "/" + file
            try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
            try item.make(at: path)
            for command in commands {
                let run = try await admin.run(command)
                let comment: Comment = "\(command) \(file) \(item): \(run.errorOutput)"
                #expect([3, 65, 74, 78].contains(run.exitCode), comment)
                #expect(run.errorOutput.contains(path), comment)
            }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
        }
        let strange = folder.path("strange")
        try item.make(at: strange)
        let key = try await admin.run("verify", "--key-file", strange)
        #expect(
            [3, 78].contains(key.exitCode) && key.errorOutput.contains(strange),
            "\(key.errorOutput)"
        )
        let erasures = try await ProgramRun.run(
            "notelet-admin",
            ["backup", "restore", backup, "--store", folder.path("new"), "--erasures", strange]
        )
        #expect([65, 74].contains(erasures.exitCode), "\(erasures.errorOutput)")
        #expect(erasures.errorOutput.contains(strange), "\(erasures.errorOutput)")
        let manifest = backup + "/manifest.json"
        #expect(FileManager.default.fileExists(atPath: manifest))
        try FileManager.default.removeItem(atPath: manifest)
        try item.make(at: manifest)
        let verify = try await ProgramRun.run("notelet-admin", ["backup", "verify", backup])
        #expect(verify.exitCode != 0 && verify.errorOutput.contains(backup))
    }

    @Test("An archive in the store and a store in the archive are refused, however they are named")
    func nested() async throws {
        let (store, archive) = (folder.path("store"), folder.path("archive"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: store
        )
        let inner = [
            store, store + "/", store + "/archive", store + "/./a/b/", folder.path("x/../store/a"),
            folder.path("archive/../store//a"),
        ]
        for path in inner { try await expectRefusal(["--log-archive", path], naming: ["store"]) }
        let outer = [folder.path(""), folder.path("archive/..") + "/"]
        for path in outer {
            try await expectRefusal(["--log-archive", path], naming: ["lies in"])
        }
        let server = try await ServerProcess(in: folder, arguments: ["--log-archive", archive])
        _ = try await signUp("first", at: server.address)
        await server.stop()
        // Through a link too, and in what is there.
        try await expectRefusal(
            ["--log-archive", folder.path("link/archive")],
            naming: ["store"]
        )
        let elsewhere = try await ProgramRun.run(
            "notelet-server",
            ["--check-config", "--store", folder.path("link/../store/log/new")]
        )
        #expect(elsewhere.exitCode == 78 && elsewhere.errorOutput.contains("lies in"))
        let targets = [
            store + "/backup", folder.path("link/backup"), archive + "/backup",
            folder.path("backups/../archive/b/"), store + "/log/backup",
        ]
        for target in targets {
            for words in [
                ["backup", "create", "--store", store, "--to", target],
                ["store", "copy", "--store", store, target],
            ] {
                let run = try await ProgramRun.run("notelet-admin", words)
                #expect(run.exitCode == 64, "\(words) \(run.errorOutput)")
                #expect(run.errorOutput.contains("lies in"), "\(run.errorOutput)")
                #expect(!FileManager.default.fileExists(atPath: target))
            }
        }
        let beside = try await ProgramRun.run(
            "notelet-admin",
            ["backup", "create", "--store", store, "--to", folder.path("store.backup")]
        )
        #expect(beside.exitCode == 0, "\(beside.errorOutput)")
        try await server.start()
        await server.stop()
    }
}
