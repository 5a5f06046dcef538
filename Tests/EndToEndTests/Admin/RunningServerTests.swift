import Foundation
import NoteletClient
import TestSupport
import Testing

/// `notelet-admin` and a running server, over the server's door for operators.
@Suite(.timeLimit(.minutes(2))) struct RunningServerTests {
    @Test(.timeLimit(.minutes(1)))
    func accountsAreListedShownAndChanged() async throws {
        let desk = try await AdminDesk()
        let person = try await signUp("민지", at: desk.server.address)
        _ = try await signUp("jun", at: desk.server.address)
        let mode = try FileManager.default.attributesOfItem(atPath: desk.socketPath)
        #expect(mode[.posixPermissions] as? Int == 0o600)

        let list = try await desk.run("user", "list")
        #expect(list.exitCode == 0 && list.output.split(separator: "\n").count == 3)
        #expect(list.errorOutput.contains("asking the server at unix://"))
        // Columns line up by cells, of which each Korean letter takes two.
        let lines = list.output.split(separator: "\n")
        #expect(lines[1].hasPrefix("민지      민지@example.com  active"))
        let shown = try await desk.run("user", "show", "민지", "--json")
        #expect(try Document(shown.output)["holdings"]["sessions"].number == 1)

        let dry = try await desk.run("user", "ban", "민지", "--dry-run")
        #expect(dry.exitCode == 0 && dry.output.hasPrefix("It would ban 민지"))
        let unasked = try await desk.run("user", "ban", "민지")
        #expect(unasked.exitCode == 64 && unasked.errorOutput.contains("--yes"))
        let mistyped = try await desk.run(["user", "ban", "민지"], typing: "jun")
        #expect(mistyped.exitCode == 1 && mistyped.output.contains("Nothing was changed"))
        #expect(try await person.currentUser() != nil)
        let banned = try await desk.run(["user", "ban", "민지"], typing: "민지")
        #expect(banned.exitCode == 0, "\(banned.output)")
        #expect(try await person.currentUser() == nil)
        let some = try await desk.run("user", "list", "--status", "banned", "--json")
        #expect(try Document(some.output)["user"]["username"].text == "민지")

        let unbanned = try await desk.run("user", "unban", "민지")
        #expect(unbanned.exitCode == 0)
        let premium = try await desk.run("user", "grant-premium", "민지", "--days", "1", "--json")
        #expect(try Document(premium.output)["user"]["plan"].text == "premium")
        let past = try await desk.run("user", "grant-premium", "민지", "--until", "2020-01-01")
        #expect(past.exitCode == 1)
        let end = ["--until", "2099-01-01T09:00:00.5+09:00"]
        let far = try await desk.run(["user", "grant-premium", "민지", "--json"] + end)
        let ended = try Document(far.output)["user"]["premium_expires_at"]
        #expect(ended.text == "2099-01-01T00:00:00.500Z")
        let revoked = try await desk.run("user", "revoke-sessions", "jun", "--yes")
        #expect(revoked.exitCode == 0)
        let deleted = try await desk.run("user", "delete", "jun@example.com", "--yes")
        #expect(deleted.exitCode == 0)
        let missing = try await desk.run("user", "show", "jun", "--json")
        #expect(missing.exitCode == 1 && missing.output.isEmpty)

        let files = try await desk.run(
            "user",
            "list",
            "--store",
            desk.server.storePath,
            "--limit",
            "5"
        )
        #expect(files.output.contains("민지") && files.errorOutput.contains("beside the server"))
        let audit = try await Admin(store: desk.server.storePath).run("dump", "--entity", "audit")
        let actions = ["ban", "unban", "grant-premium", "revoke-sessions", "delete"]
        for action in actions { #expect(audit.output.contains("\"user \(action) ")) }
        // One plan was given twice.
        #expect(audit.output.split(separator: "\n").count == actions.count + 3)
        #expect(await desk.server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func rowsHaveFourFormsAndIDsEitherCase() async throws {
        let desk = try await AdminDesk()
        for name in ["민지", "jun"] { _ = try await signUp(name, at: desk.server.address) }
        let csv = try await desk.run("user", "list", "--format", "csv")
        let rows = CSV(csv.output).rows
        #expect(rows.map { $0["username"] } == ["민지", "jun"] && rows[0]["plan"] == "free")
        let one = try Document(try await desk.run("user", "list", "--format", "json").output)
        #expect(one["users"].count == 2 && one["source"]["state"].text == "server")
        let lines = try await desk.run("user", "list", "--format", "jsonl").output
        let short = try await desk.run("user", "list", "--json").output
        #expect(lines == short)
        let id = try #require(rows[0]["id"]).uppercased()
        #expect(try await desk.run("user", "show", id).output.contains("민지"))
        #expect(await desk.server.stop() == 0)
    }

    @Test("Ids are shown and taken whole, and who gives the beginning of one is told so")
    func wholeIDs() async throws {
        let desk = try await AdminDesk()
        for name in ["민지", "jun", "a-very-long-name-of-somebody"] {
            let person = try await signUp(name, at: desk.server.address)
            _ = try await person.link()
        }
        let rows = CSV(try await desk.run("user", "list", "--format", "csv").output).rows
        let ids = rows.compactMap { $0["id"] }
        #expect(ids.count == 3)
        for columns in [20, 40, 80, 250] as [UInt16] {
            for words in [["user", "list"], ["user", "show", "jun"]] {
                let program = try SeatedProgram(
                    "notelet-admin",
                    words + ["--color", "never"],
                    environment: desk.environment,
                    columns: columns
                )
                let output = await program.end().output
                for start in output.matches(of: /\b[0-9a-f]{8}\b/) {
                    let rest = output[start.range.lowerBound...]
                    #expect(ids.contains { rest.hasPrefix($0) }, "\(columns) \(words)")
                }
                #expect(ids.contains { output.contains($0) }, "\(columns) \(words)")
            }
        }
        for beginning in [ids[0].prefix(8), ids[0].prefix(13)].map(String.init) {
            for command in [["show"], ["ban", "--yes"], ["delete", "--yes"]] {
                let run = try await desk.run(["user"] + command + [beginning])
                #expect(run.exitCode == 1, "\(run.errorOutput)")
                #expect(run.errorOutput.contains("\(beginning) is the beginning of an id, give"))
            }
            let files = try await desk.run(
                "user",
                "show",
                beginning,
                "--store",
                desk.server.storePath
            )
            #expect(files.exitCode == 1 && files.errorOutput.contains("give all of it"))
            let note = try await desk.run(
                "note",
                "remove",
                "a" + beginning,
                "--reason",
                "r",
                "--yes"
            )
            #expect(note.exitCode == 64 && note.errorOutput.contains("whole id"))
        }
        let missing = try await desk.run("user", "show", "nobody")
        #expect(missing.exitCode == 1 && !missing.errorOutput.contains("beginning"))
        #expect(await desk.server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func aCodeThatWasHandedOverSetsAPassword() async throws {
        let desk = try await AdminDesk()
        _ = try await signUp("민지", at: desk.server.address)
        let issued = try await desk.run("user", "reset-password", "민지", "--json")
        let code = try Document(issued.output)["code"].text
        let reset = try await ProgramRun.run(
            "notelet-cli",
            ["reset-password", "--password-stdin"],
            environment: ["NOTELET_SERVER": desk.server.address, "LANG": "C.UTF-8"],
            input: "\(code)\nan entirely different one\n"
        )
        #expect(reset.exitCode == 0, "\(reset.errorOutput)")
        let audit = try await Admin(store: desk.server.storePath).run("dump", "--entity", "audit")
        #expect(audit.output.contains("the code was used") && !audit.output.contains(code))
        #expect(await desk.server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func reportsStatisticsAndEventsAreDiscreet() async throws {
        let desk = try await AdminDesk()
        let reader = try await signUp("reader", at: desk.server.address)
        let writer = try await signUp("canary", at: desk.server.address)
        let link = try #require(try await reader.link()?.url)
        let tail = try await desk.tail()
        try await writer.send("psst", toLink: link)
        let event = try Document(try #require(await tail.nextLine()))
        #expect(event["event"].text == "received" && event["characters"].number == 4)
        let note = try #require(try await reader.inbox().items.first { _ in true })
        try await reader.report(note.id, reason: .threat, detail: "help")
        let reported = try Document(try #require(await tail.nextLine()))
        #expect(reported["report"].number == 1 && reported["reason"].text == "threat")
        tail.send(SIGINT)
        #expect(await tail.waitForEnd() == 130)

        var words: [String] = ["\(event)", "\(reported)"]
        let store = desk.server.storePath
        for arguments in [
            ["report", "list"], ["report", "show", "1"], ["user", "show", "reader"], ["stats"],
        ] {
            for place in [[], ["--store", store]] {
                for form in [[], ["--json"]] {
                    let run = try await ProgramRun.run(
                        "notelet-admin",
                        arguments + place + form,
                        environment: desk.environment
                    )
                    #expect(run.exitCode == 0, "\(run.errorOutput)")
                    words += [run.output, run.errorOutput]
                }
            }
        }
        #expect(words.contains { $0.contains("psst") })
        for text in words { #expect(!text.contains("canary"), "\(text)") }

        let resolved = try await desk.run("report", "resolve", "1", "--text", "경고")
        #expect(resolved.exitCode == 0)
        let open = try await desk.run("report", "list", "--open")
        #expect(open.output.isEmpty)
        let silent = try await desk.run("report", "show", "1", "--reveal-senders")
        #expect(silent.exitCode == 1 && !silent.output.contains("canary"))
        let reveal = ["report", "show", "1", "--reveal-senders"]
        let refused = try await desk.run(reveal, typing: "yes")
        #expect(refused.exitCode == 1 && !refused.output.contains("canary"))
        let revealed = try await desk.run(reveal, typing: "reveal senders")
        #expect(revealed.exitCode == 0 && revealed.output.contains("canary"))
        let audit = try await Admin(store: store).run("dump", "--entity", "audit")
        #expect(audit.output.contains("report show 1 --reveal-senders"))
        #expect(audit.output.split(separator: "\n").count == 4)
        #expect(await desk.server.stop() == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func whoAsksInVainIsToldWhy() async throws {
        let desk = try await AdminDesk()
        let tail = try await desk.tail()
        let wrongDoor = try await desk.run("user", "list", "--server", desk.server.address)
        #expect(wrongDoor.exitCode == 76 && wrongDoor.errorOutput.contains("no admin listener"))
        #expect(await desk.server.stop() == 0)
        #expect(await tail.waitForEnd() == 69)
        let away = try await desk.run("stats", "--json")
        #expect(away.exitCode == 69 && away.output.isEmpty)
        #expect(try Document(away.errorOutput)["error"]["code"].text == "unreachable")
        let stopped = try await desk.run("stats", "--store", desk.server.storePath)
        #expect(stopped.exitCode == 0)
        #expect(stopped.errorOutput.contains("which no server has open"))
        let nowhere = try await desk.run("user", "list", "--store", "/nowhere")
        #expect(nowhere.exitCode == 78)
    }

    @Test(.timeLimit(.minutes(1)))
    func certificatesOpenTheDoorThatIsFarAway() async throws {
        let folder = TemporaryDirectory()
        let authority = CertificateAuthority()
        let staff = CertificateAuthority(named: "Staff")
        let issued = authority.issue()
        let server = try RunningProgram(
            "notelet-server",
            [
                "--store", folder.path("store"), "--listen", "tcp://127.0.0.1:0",
                "--admin-listen", "tls://127.0.0.1:0", "--admin-tls-client-ca", staff.path,
                "--tls-certificate", issued.certificatePath, "--tls-key", issued.keyPath,
            ]
        )
        let address = try #require(await server.nextLine())
        let door = try #require(await server.nextLine()).dropFirst("admin ".count)
        _ = try await signUp("minji", at: address)
        func run(by holder: CertificateAuthority?, _ arguments: String...) async throws
            -> ProgramRun
        {
            var environment = [
                "NOTELET_ADMIN_SERVER": String(door), "NOTELET_ADMIN_CA_FILE": authority.path,
            ]
            if let own = holder?.issue("operator-7", hosts: [], usage: .client) {
                environment["NOTELET_ADMIN_CLIENT_CERTIFICATE"] = own.certificatePath
                environment["NOTELET_ADMIN_CLIENT_KEY"] = own.keyPath
            }
            return try await ProgramRun.run("notelet-admin", arguments, environment: environment)
        }
        let known = try await run(by: staff, "user", "ban", "minji", "--yes")
        #expect(known.exitCode == 0, "\(known.errorOutput)")
        for holder in [nil, authority] {
            let stranger = try await run(by: holder, "user", "list")
            #expect(stranger.exitCode == 69 && stranger.output.isEmpty, "\(stranger.errorOutput)")
        }
        let audit = try await Admin(store: folder.path("store")).run("dump", "--entity", "audit")
        #expect(audit.output.contains("\"operator\":\"operator-7\""), "\(audit.output)")
        #expect(await server.end(by: SIGTERM) == 0)
    }
}
