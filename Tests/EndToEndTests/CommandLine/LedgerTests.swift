import Cryptography
import Foundation
import NoteletAPI
import TTRPC
import TestSupport
import Testing

/// The ledger: an operator moves points, and many spend at once.
@Suite(.timeLimit(.minutes(2))) struct LedgerTests {
    private static let offering = ["--features", "accounts,notes,ledger"]

    private func ledger(_ desk: AdminDesk, _ arguments: String...) async throws -> Document {
        let run = try await desk.run(["ledger"] + arguments + ["--json"])
        #expect(run.exitCode == 0, "\(run)")
        return try Document(run.output)
    }

    /// What a program reads of why something was refused.
    private func why(_ desk: AdminDesk, _ arguments: String...) async throws -> Document {
        let run = try await desk.run(["ledger"] + arguments + ["--json", "--quiet"])
        #expect(run.exitCode == 1 && run.output.isEmpty, "\(run)")
        return try Document(run.errorOutput)["error"]
    }

    @Test("Points are given, held, spent, put right, shown and proved", .timeLimit(.minutes(2)))
    func lifeOfPoints() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        _ = try await Person.signedUp("testuser", at: desk.server.address)
        let bare = ["ledger", "transfer", "app:issued", "testuser", "150"]
        let unsaid = try await desk.run(bare)
        #expect(unsaid.exitCode == 64 && unsaid.errorOutput.contains("--never"), "\(unsaid)")
        let earning = bare + ["--reference", "1", "--never"]
        // The second time nothing is moved.
        for _ in 0..<2 {
            let made = try await desk.run(earning + ["--kind", "earn", "--json"])
            #expect(try Document(made.output)["transfer"].number == 1, "\(made)")
        }
        let reused = try await desk.run(earning + ["--kind", "move"])
        #expect(reused.exitCode == 1 && reused.errorOutput.contains("another request"), "\(reused)")

        let tomorrow = Date(timeIntervalSinceNow: 86_400).formatted(.iso8601)
        let target = "app:withdrawn"
        let held = try await ledger(
            desk,
            "transfer",
            "testuser",
            target,
            "100",
            "--pending-until",
            tomorrow
        )
        let number = try #require(held["transfer"].number)
        let balance = try await ledger(desk, "balance", "testuser")
        #expect(balance["total"].number == 150 && balance["available"].number == 50)
        let spent = try await desk.run("ledger", "transfer", "testuser", "app:spent", "51")
        #expect(spent.exitCode == 1 && spent.errorOutput.contains("1 more is needed"), "\(spent)")
        let reason = try await why(desk, "transfer", "testuser", "app:spent", "51")
        #expect(reason["code"].text == "insufficient_balance")
        #expect(reason["fields"]["missing"].text == "1", "\(reason)")
        let nobody = try await why(desk, "balance", "nobody")
        #expect(nobody["code"].text == "user_not_found", "\(nobody)")
        let missing = try await why(desk, "void", "99")
        #expect(missing["code"].text == "transfer_not_found", "\(missing)")
        let posted = try await ledger(desk, "post", "\(number)", "--amount", "60")
        #expect(posted["transfer"]["amount"].number == 60)
        let voided = try await desk.run("ledger", "void", "\(number)")
        #expect(voided.exitCode == 1 && voided.errorOutput.contains("posted"), "\(voided)")
        let part = ["ledger", "correct", "1", "--amount", "50", "--reason", "too much"]
        let unasked = try await desk.run(part)
        let warning = "50 of what transfer 1 moved will be moved back"
        #expect(unasked.exitCode == 64 && unasked.errorOutput.contains(warning), "\(unasked)")
        _ = try await desk.run(part + ["--yes"])
        let lapsing = ["app:issued", "testuser", "7", "--expires", tomorrow]
        _ = try await desk.run(["ledger", "transfer"] + lapsing)
        let lots = try await ledger(desk, "expiring", "testuser")["lots"]
        #expect(lots.count == 1 && lots[0]["amount"].number == 7)

        let statement = try await desk.run("ledger", "statement", "testuser", "--json")
        let lines = try statement.output.split(separator: "\n").map { try Document(String($0)) }
        let balances = lines.map { $0["transfer"]["balance"].number }
        #expect(balances == [47, 40, 90, 150, 150], "\(statement)")
        let one = try await desk.run("ledger", "statement", "testuser", "--transfer", "1", "--json")
        #expect(one.exitCode == 0 && one.output.split(separator: "\n").count == 1, "\(one)")
        #expect(try Document(one.output)["transfer"]["number"].number == 1)
        let none = try await desk.run("ledger", "statement", "testuser", "--transfer", "99")
        #expect(none.exitCode == 1 && none.output.isEmpty, "\(none)")
        let issued = try await ledger(desk, "balance", "app:issued")
        #expect(issued["total"].number == -107)
        let proved = try await ledger(desk, "verify")
        #expect(proved["transfers"].number == 5 && proved["finding_count"].number == 0)
        #expect(await desk.server.stop() == 0)
    }

    @Test(
        "Many who spend at once have no more than there is, kills included",
        .timeLimit(.minutes(2))
    )
    func manySpenders() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        _ = try await Person.signedUp("testuser", at: desk.server.address)
        _ = try await ledger(desk, "transfer", "app:issued", "testuser", "500", "--never")
        let user = try await desk.run("user", "show", "testuser", "--json")
        let id = try #require(UUID(uuidString: try Document(user.output)["user"]["id"].text))
        var random = SeededGenerator()
        for round in 0..<3 {
            let postings = Self.postings(of: id, round)
            await withTaskGroup(of: Void.self) { group in
                for lane in postings {
                    // Until the server is gone.
                    group.addTask { try? await Self.spend(lane, at: desk.socketPath) }
                }
                let pause = Int.random(in: 20...200, using: &random)
                try? await Task.sleep(for: .milliseconds(pause))
                await desk.server.stop(SIGKILL)
            }
            try await desk.server.start()
            // All of them once more, as after lost replies: what was made moves nothing.
            for lane in postings { try await Self.spend(lane, at: desk.socketPath) }
        }
        let left = try #require(try await ledger(desk, "balance", "testuser")["total"].number)
        let spent = try #require(try await ledger(desk, "balance", "app:spent")["total"].number)
        // 1,200 are asked for in all, by threes at most.
        #expect(left >= 0 && left < 3 && spent == 500 - left, "\(left), \(spent), \(random)")
        #expect(await desk.server.stop() == 0)
        let path = desk.server.storePath
        let proof = try await desk.run("ledger", "verify", "--store", path, "--json")
        #expect(proof.exitCode == 0, "\(proof)")
        #expect(try Document(proof.output)["finding_count"].number == 0)
    }

    /// What four clients ask for in a round: each 50 postings, of two points on average.
    private static func postings(of id: UUID, _ round: Int) -> [[LedgerPosting]] {
        let bytes = withUnsafeBytes(of: id.uuid) { [UInt8]($0) }
        return (0..<4).map { lane in
            (0..<50).map { number in
                LedgerPosting(
                    reference: Array("\(round).\(lane).\(number)".utf8),
                    moves: [
                        LedgerMove(
                            kind: .spend,
                            source: LedgerAccount(userID: bytes, unit: .points, role: .own),
                            destination: LedgerAccount(unit: .points, role: .spent),
                            amount: Int64(1 + number % 3)
                        )
                    ]
                )
            }
        }
    }

    /// Asks for postings one by one; what is refused lacks nothing but points.
    private static func spend(_ postings: [LedgerPosting], at path: String) async throws {
        let client = try await Client.connect(to: try Address("unix://\(path)"))
        defer { client.close() }
        let method = LedgerAdministrationAPI.postTransfers
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        for posting in postings {
            let request = PostTransfersRequest(postings: [posting])
            let response: PostTransfersResponse = try await client.call(name, request)
            let reason = response.results.first?.refusal?.reason
            #expect(response.results.count == 1)
            #expect(reason == nil || reason == .insufficientBalance)
        }
    }

    @Test("A server that does not offer it says so, and an empty ledger is in balance")
    func switchedOff() async throws {
        let desk = try await AdminDesk()
        let asked = try await desk.run("ledger", "verify")
        #expect(asked.exitCode == 1 && asked.errorOutput.contains("does not offer ledger"))
        #expect(asked.errorOutput.contains("--features"), "\(asked)")
        let off = try await why(desk, "verify")
        #expect(off["code"].text == "feature_off", "\(off)")
        #expect(off["fields"]["feature"].text == "ledger", "\(off)")
        #expect(await desk.server.stop() == 0)
        let proof = try await desk.run("ledger", "verify", "--store", desk.server.storePath)
        #expect(proof.exitCode == 0 && proof.output.contains("0 transfers"), "\(proof)")
    }

    /// A dump is altered by hand and loaded: a store whose records are sound, and wrong.
    @Test("What differs is told with its numbers, and ends with 1", .timeLimit(.minutes(1)))
    func differences() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        _ = try await Person.signedUp("testuser", at: desk.server.address)
        _ = try await ledger(desk, "transfer", "app:issued", "testuser", "150", "--never")
        #expect(await desk.server.stop() == 0)
        let path = desk.server.storePath
        let (dump, other) = (path + ".jsonl", Admin(store: path + "2"))
        #expect(try await Admin(store: path).reveal(to: dump).exitCode == 0)
        try Self.alter(dump, "\"balance\":\"150\",\"pending\"", "\"balance\":\"151\",\"pending\"")
        let load = try await other.run("load", dump, "--key-file", path + ".key")
        #expect(load.exitCode == 0, "\(load.errorOutput)")
        let verify = ["ledger", "verify", "--store", path + "2"]
        let keys = ["--key-file", path + ".key"]
        let proof = try await desk.run(verify + keys)
        #expect(proof.exitCode == 1, "\(proof)")
        let lines = proof.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("points of "), "\(proof)")
        #expect(lines[0].hasSuffix(": its balance is 151, and its transfers make 150"), "\(proof)")
        #expect(lines[1].hasSuffix(": 1 finding: the ledger is not in balance."), "\(proof)")
        let document = try Document(try await desk.run(verify + keys + ["--json"]).output)
        #expect(document["finding_count"].number == 1 && document["findings"].count == 1)
    }

    /// Puts other words into a dump, and at its end what its lines add up to then.
    private static func alter(_ path: String, _ words: String, _ others: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(words))
        let lines = text.replacing(words, with: others).split(separator: "\n").dropLast()
        let whole = lines.map { $0 + "\n" }.joined()
        let digest = Digest(of: Array(whole.utf8).span.bytes).hexadecimal
        try (whole + "{\"end\":true,\"digest\":\"\(digest)\"}\n")
            .write(toFile: path, atomically: false, encoding: .utf8)
    }
}
