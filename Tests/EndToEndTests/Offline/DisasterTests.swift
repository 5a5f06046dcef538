import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// What becomes of a copy where a disk is full, or the service is not what it was.
@Suite("Disasters of a copy", .timeLimit(.minutes(2)))
struct DisasterTests {
    @Test(
        "On a full disk a write is refused at once, and what was kept before arrives, once",
        .enabled(if: SmallDisk.isPossible)
    )
    func fullDisk() async throws {
        let server = try await ServerProcess()
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let folder = TemporaryDirectory()
        let disk = SmallDisk(at: folder, "2m")
        let client = try Sample("notes", [server.address], on: disk)
        try await client.join(keeping: link)
        client.say("send friend 처음")
        try await client.line("… 처음")
        await server.stop(SIGKILL)
        try await client.line("~ offline")

        let filler = try disk.fill(of: client.program)
        var kept = ["처음"]
        var number = 0
        while true {
            number += 1
            client.say("send friend \(number)")
            guard let line = await client.nextLine() else { throw CancellationError() }
            if line == "… \(number)" { kept.append("\(number)") }
            if line.hasPrefix("! ") { break }
        }
        // What is there can be read, and there is something to read.
        client.say("list")
        _ = try await client.line("1. … \(number == 1 ? "처음" : "\(number - 1)")")
        try await server.start()
        // Not to have room for the reply is not to have sent it twice.
        _ = try await client.line("~ ")
        try FileManager.default.removeItem(atPath: filler)
        kept.append("nachher 2")
        client.say("send friend nachher 2")
        try await client.line("… nachher 2")
        var contents: [String] = []
        for try await page in receiver.watch() {
            for case .received(let note)? in page.changes.map(\.kind) {
                contents.append(note.content)
            }
            if contents.count >= kept.count { break }
        }
        #expect(contents == kept)
        #expect(await client.quit() == 0)
    }

    @Test("A server that was restored from a backup is copied anew, and what waits goes to it")
    func restoredServer() async throws {
        let server = try await ServerProcess()
        let device = try Device(at: server.address)
        _ = try await device.signUp("minji")
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let contact = try await device.addContact("김민수", link: link)
        try await device.send("vorher", to: contact)
        try await device.waitUntilSent()
        let contacts = device.application.contacts
        let kept = try #require(
            try await contacts.fetchContacts(forUserId: contact.ownerUserId).first
        )
        let place = TemporaryDirectory()
        let backup = place.path("backup")
        try await admin("create", "--store", server.storePath, "--to", backup)
        for number in 0..<20 { try await device.send("verloren \(number)", to: kept) }
        try await device.waitUntilSent()
        await server.stop()
        try await device.send("nachher 1", to: kept)
        try await device.send("nachher 2", to: kept)

        try await admin("restore", backup, "--store", place.path("store"))
        try FileManager.default.copyItem(
            atPath: server.storePath + ".key",
            toPath: place.path("store.key")
        )
        let restored = try await ServerProcess(at: server.address, in: place)
        let shown = try await device.wait(
            for: device.application.messages.observeMessages(.sent, countMax: 100)
        ) { notes in notes.count == 3 && notes.allSatisfy { $0.writeState == .saved } }
        #expect(shown?.map(\.content) == ["nachher 2", "nachher 1", "vorher"])
        try await device.wait(for: device.application.sync.observeState()) { $0 == .upToDate }
        var contents: [String] = []
        for try await note in receiver.inbox().items { contents.append(note.content) }
        #expect(contents == ["nachher 2", "nachher 1", "vorher"])
        await device.application.close()
        await receiver.close()
        #expect(await restored.stop() == 0)
    }

    private func admin(_ arguments: String...) async throws {
        let run = try await ProgramRun.run("notelet-admin", ["backup"] + arguments)
        #expect(run.exitCode == 0, "\(run.errorOutput)")
    }
}
