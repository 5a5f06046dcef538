import Foundation
import TestSupport
import Testing

/// A session is not lost without a word: neither to another one, nor to another server.
@Suite(.timeLimit(.minutes(1)))
struct SessionTests {
    private func signUp(_ person: Person, as name: String) async throws -> ProgramRun {
        try await person.run("signup", "--username", name, "--email", "\(name)@mail.example.com")
    }

    @Test("Nobody signs in over an account or a guest that is alive, in whatever way")
    func occupied() async throws {
        let server = try await ServerProcess()
        let account = try await Person.signedUp("testuser", at: server.address)
        let other = try await Person.signedUp("bobby", at: server.address)
        let guest = Person("guest", at: server.address)
        #expect(try await guest.run("guest").exitCode == 0)
        for (person, isGuest) in [(account, false), (guest, true)] {
            let session = try String(contentsOfFile: person.sessionPath, encoding: .utf8)
            for run in [
                try await person.run("login", "--email", other.email),
                try await person.run("login", "--username", "bobby"),
                try await signUp(person, as: "carol"), try await person.run("guest"),
            ] {
                #expect(run.exitCode == 1)
                #expect(run.errorOutput.contains("Run 'notelet-cli logout' first."))
                #expect(run.errorOutput.contains("answers are lost") == isGuest)
            }
            #expect(try String(contentsOfFile: person.sessionPath, encoding: .utf8) == session)
        }
        // Whoever signs in again as who one is loses nothing.
        #expect(try await account.run("login", "--username", "TestUser").exitCode == 0)
        #expect(try await account.run("login", "--email", account.email).exitCode == 0)
    }

    @Test("A session that has ended gives way without a word")
    func ended() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let elsewhere = Person("elsewhere", at: server.address)
        #expect(try await elsewhere.run("login", "--email", person.email).exitCode == 0)
        #expect(try await elsewhere.run("logout", "--everywhere").exitCode == 0)
        #expect(try await person.run("guest").exitCode == 0)
        #expect(try await person.json("whoami")["identity"].text == "guest")
    }

    @Test("A guest is asked before it is gone for good, an account is not")
    func endOfGuest() async throws {
        let server = try await ServerProcess()
        let guest = Person("guest", at: server.address)
        #expect(try await guest.run("guest").exitCode == 0)
        let refused = try await guest.run("logout")
        #expect(refused.exitCode == 64)
        #expect(refused.errorOutput.contains("gone for good"))
        #expect(refused.errorOutput.contains("--yes"))
        #expect(try await guest.json("whoami")["identity"].text == "guest")
        let no = try await ProgramRun.run(
            "notelet-cli",
            ["logout"],
            environment: guest.environment,
            typing: "no"
        )
        #expect(no.exitCode == 1)
        #expect(try await guest.json("whoami")["identity"].text == "guest")
        let typed = try await ProgramRun.run(
            "notelet-cli",
            ["logout"],
            environment: guest.environment,
            typing: "guest"
        )
        #expect(typed.exitCode == 0, "\(typed.output)")
        #expect(try await guest.json("whoami")["identity"].text == "none")
        #expect(try await guest.run("guest").exitCode == 0)
        #expect(try await guest.run("logout", "--yes").exitCode == 0)
        // Nobody is signed in: there is nothing to lose.
        #expect(try await guest.run("logout").exitCode == 0)
    }

    @Test("A session of another server is named, and neither replaced nor forgotten")
    func otherServer() async throws {
        let server = try await ServerProcess()
        let other = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let session = try String(contentsOfFile: person.sessionPath, encoding: .utf8)
        let elsewhere = ["NOTELET_SERVER": other.address]
        for (arguments, exitCode) in [
            (["inbox"], 77), (["guest"], 1), (["login", "--email", "a@mail.example.com"], 1),
            (["logout"], 1), (["inbox", "--lang", "ko"], 77),
        ] as [([String], Int32)] {
            let run = try await ProgramRun.run(
                "notelet-cli",
                arguments,
                environment: person.environment.merging(elsewhere) { _, new in new }
            )
            #expect(run.exitCode == exitCode)
            for part in [person.sessionPath, "--server \(server.address)", other.address] {
                #expect(run.errorOutput.contains(part), "\(run.errorOutput)")
            }
            #expect(run.errorOutput.split(separator: "\n").count == 1)
        }
        let whoAmI = try await person.run("whoami", setting: elsewhere)
        #expect(whoAmI.output.contains("Nobody") && whoAmI.output.contains(server.address))
        #expect(try String(contentsOfFile: person.sessionPath, encoding: .utf8) == session)
        #expect(try await person.run("whoami").output.contains("testuser"))
    }
}
