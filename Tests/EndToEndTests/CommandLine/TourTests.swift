import TestSupport
import Testing

/// What two people do with the service, at their terminals.
@Suite(.timeLimit(.minutes(2))) struct TourTests {
    @Test("A note goes to a link, is read, answered and seen by its sender")
    func noteAndAnswer() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("홍길동", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        let sent = try await sender.json("send", "--link", link, "안녕하세요")
        let inbox = try await receiver.json("inbox")
        let note = inbox["messages"][0]
        #expect(inbox["messages"].count == 1)
        #expect(note["content"].text == "안녕하세요")
        #expect(note["sender_name"].text == "익명")
        #expect(note["status"].text == "pending")
        #expect(note["contact_id"].isNull)
        #expect(note["id"].text != sent["message_id"].text)

        let answered = try await receiver.run("answer", note["id"].text, "-", input: "고마워요\n")
        #expect(answered.exitCode == 0)
        #expect(answered.output.contains("고마워요"))
        let shown = try await sender.json("show", sent["message_id"].text.uppercased())
        #expect(shown["message"]["answer"]["content"].text == "고마워요")
        #expect(shown["message"]["receiver_name"].text == "홍길동")

        let again = try await receiver.run("answer", note["id"].text, "once more", "--lang", "ko")
        #expect(again.exitCode == 1)
        #expect(again.errorOutput.contains("이미 답장한 쪽지입니다"))
    }

    @Test("A guest writes without an account and can read the answer")
    func guest() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let guest = Person("guest", at: server.address)
        #expect(try await guest.json("whoami")["identity"].text == "none")
        #expect(try await guest.json("guest")["identity"].text == "guest")
        #expect(try await guest.run("guest").exitCode == 1)
        let link = try await receiver.link()
        let sent = try await guest.json("send", "--link", link, "who am I?")
        let id = try await receiver.json("inbox")["messages"][0]["id"].text
        #expect(try await receiver.run("answer", id, "nobody knows").exitCode == 0)
        let shown = try await guest.run("show", sent["message_id"].text)
        #expect(shown.output.contains("nobody knows"))
        _ = try await receiver.json("profile", "set", "--senders", "signed-in")
        #expect(try await guest.run("send", "--link", link, "again").exitCode == 77)
        #expect(try await guest.json("delete-account", "--yes")["deleted"].flag == true)
    }

    @Test("A signed note shows its sender, and a blocked sender notices nothing")
    func signedAndBlocked() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        _ = try await sender.json("send", "--link", link, "--signed", "it is me")
        let note = try await receiver.json("inbox")["messages"][0]
        #expect(note["sender_name"].text == "bobby")
        let id = note["id"].text
        #expect(try await receiver.json("block", id)["message_id"].text == id)
        #expect(try await receiver.json("blocks")["blocks"][0]["message_id"].text == id)
        #expect(try await sender.run("send", "--link", link, "--signed", "hello?").exitCode == 0)
        #expect(try await receiver.json("inbox")["messages"].count == 1)
        #expect(try await sender.json("sent")["messages"].count == 2)
        #expect(try await receiver.run("unblock", id).exitCode == 0)
        #expect(try await receiver.json("blocks")["blocks"].count == 0)
        let report = try await receiver.json("report", id, "--reason", "self-harm", "--detail", "x")
        #expect(report["message_id"].text == id)
    }

    @Test("A person sees where else the account is signed in, and ends that")
    func sessionsElsewhere() async throws {
        let server = try await ServerProcess()
        let home = try await Person.signedUp("testuser", at: server.address)
        let away = try await Person.loggedIn("testuser", at: server.address)
        let sessions = try await home.json("sessions")["sessions"]
        #expect(sessions.count == 2)
        #expect(sessions[0]["is_current"].flag == false)
        #expect(sessions[1]["is_current"].flag == true)
        let other = sessions[0]["id"].text
        let ended = try await home.json("end-session", String(other.prefix(8)))
        #expect(ended["session_id"].text == other)
        #expect(try await home.json("sessions")["sessions"].count == 1)
        #expect(try await away.run("inbox").exitCode != 0)
        let again = try await home.run("end-session", other)
        #expect(again.errorOutput.contains("no such session"))
        let own = try await home.run("end-session", sessions[1]["id"].text)
        #expect(own.exitCode != 0 && own.errorOutput.contains("logout"))
        #expect(try await home.json("sessions")["sessions"].count == 1)
    }

    @Test("A person is known by an id, signs in by the name, and changes the address")
    func namesAndIDs() async throws {
        let server = try await ServerProcess()
        let receiver = try await Person.signedUp("testuser", at: server.address)
        let sender = try await Person.signedUp("bobby", at: server.address)
        let link = try await receiver.link()
        _ = try await sender.json("send", "--link", link, "--signed", "it is me")
        _ = try await sender.json("send", "--link", link, "guess who")
        let notes = try await receiver.json("inbox")["messages"]
        #expect(notes[0]["sender_id"].isNull)
        let id = notes[1]["sender_id"].text
        #expect(try await sender.json("whoami")["user"]["id"].text == id)
        let found = try await receiver.json("find", id.uppercased())["profile"]
        #expect(found["username"].text == "bobby" && found["id"].text == id)
        let shown = try await receiver.run("show", notes[1]["id"].text)
        #expect(shown.output.contains(id))
        let answered = try await receiver.json("answer", notes[1]["id"].text, "hello")
        #expect(answered["message"]["answer"]["id"].text.count == 36)

        let change = try await sender.json("email", "robert@mail.example.com")
        #expect(change["user"]["email"].text == "robert@mail.example.com")
        #expect(try await sender.run("email", receiver.email).exitCode == 1)
        #expect(try await sender.run("logout").exitCode == 0)
        #expect(try await sender.run("find", id).exitCode == 77)
        #expect(try await sender.run("login", "--email", sender.email).exitCode == 77)
        #expect(try await sender.run("login").exitCode == 64)
        let both = try await sender.run("login", "--username", "bobby", "--email", sender.email)
        #expect(both.exitCode == 64)
        #expect(try await sender.json("login", "--username", "BOBBY")["user"]["id"].text == id)
    }

    @Test("A link is found, rotated and switched off")
    func links() async throws {
        let server = try await ServerProcess()
        let owner = try await Person.signedUp("testuser", at: server.address)
        let visitor = Person("visitor", at: server.address)
        let link = try await owner.link()
        #expect(try await visitor.json("find", link)["profile"]["username"].text == "testuser")
        let rotated = try await owner.json("link", "rotate")["personal_link"]["url"].text
        #expect(rotated != link)
        #expect(try await visitor.run("find", link).exitCode == 1)
        #expect(try await visitor.run("find", rotated).exitCode == 0)
        #expect(try await owner.json("link", "off")["personal_link"].isNull)
        #expect(try await owner.run("link", "show").output == "The link is switched off.\n")
        #expect(try await visitor.run("find", rotated).exitCode == 1)
    }

    @Test("An account is exported, changes its password, and ends")
    func account() async throws {
        let server = try await ServerProcess()
        let person = try await Person.signedUp("testuser", at: server.address)
        let export = try await person.json("export")
        #expect(export["user"]["username"].text == "testuser")
        #expect(export["sessions"].count == 1)
        let path = person.folder.path("export.json")
        #expect(try await person.json("export", "--output", path)["file"].text == path)
        #expect(try await person.run("export", "--output", path).exitCode == 1)
        #expect(try await person.run("export", "--output", path, "--force").exitCode == 0)

        let next = "another long pass phrase"
        let change = try await person.run(
            "password",
            "--password-stdin",
            input: "\(Person.password)\n\(next)\n"
        )
        #expect(change.exitCode == 0)
        let email = person.email
        #expect(try await person.run("logout").output == "Signed out.\n")
        #expect(try await person.run("login", "--email", email).exitCode == 77)
        let logIn = try await person.run(
            "login",
            "--email",
            email,
            "--password-stdin",
            input: next + "\n"
        )
        #expect(logIn.exitCode == 0)
        #expect(try await person.run("logout", "--everywhere").exitCode == 0)
        #expect(try await person.run("profile", "show").exitCode == 77)

        let fresh = try await Person.signedUp("bobby", at: server.address)
        #expect(try await fresh.run("delete-account").exitCode == 64)
        #expect(try await fresh.run("delete-account", "--yes").exitCode == 0)
        #expect(try await fresh.run("login", "--email", fresh.email).exitCode == 77)
    }
}
