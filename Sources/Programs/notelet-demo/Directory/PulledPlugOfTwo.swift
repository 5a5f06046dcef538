import Locking
import NoteletClient

/// Act 6: the server is killed while both apps are written to, and comes back.
struct PulledPlugOfTwo {
    let stage: Stage
    let backstage: Backstage
    let club: Club

    private static let killCount = 3
    private static let memberCountMax = 400

    func perform() async throws {
        try stage.act("kill -9, with two apps")
        let watch = try await MemberWatch(of: club.reader.notelet)
        try stage.say(
            "Members join the club and notes are sent in the other app, until the plug is pulled."
        )
        let acknowledged = Acknowledged()
        let (keeper, namesake) = (club.keeper.notelet, club.namesake)
        async let joining: Void = {
            for number in 0..<Self.memberCountMax where !acknowledged.isOver {
                let member = try await keeper.createMember(
                    collection: Club.collection,
                    name: "Late \(number)",
                    email: "late\(number)@example.com"
                )
                acknowledged.add(member: member.id)
            }
        }()
        async let writing: Void = {
            let friend = try await Person.signUp(
                "friend",
                email: "friend@example.com",
                password: "correct horse battery staple",
                at: backstage.address
            )
            for number in 0..<Self.memberCountMax where !acknowledged.isOver {
                _ = try await friend.notelet.send("note \(number)", toLink: namesake.link)
                acknowledged.addNote("note \(number)")
            }
        }()
        for number in 1...Self.killCount {
            try await acknowledged.wait(forCount: 40 * number)
            backstage.kill()
            let time = try await backstage.start()
            try stage.pass("kill -9 number \(number): both apps are back", note: time.brief)
        }
        acknowledged.end()
        try await joining
        try await writing
        try await check(acknowledged, watch)
        await watch.stop()
    }

    private func check(_ acknowledged: Acknowledged, _ watch: MemberWatch) async throws {
        let members = try await club.members()
        let late = members.filter { $0.name.hasPrefix("Late ") }.map(\.id)
        try stage.check(
            "each member that was acknowledged is there, once",
            Set(late) == Set(acknowledged.members) && late.count == Set(late).count,
            is: true,
            note: "\(late.count) members"
        )
        let notes = try await club.namesake.inbox().map(\.content)
        try stage.check(
            "and so is each note of the other app",
            notes.reversed(),
            is: acknowledged.notes,
            note: "\(notes.count) notes"
        )
        let ids = Set(members.map(\.id))
        try await watch.wait("the watch shows all members") { Set($0.map(\.id)) == ids }
        try stage.pass(
            "who followed the collection has the same list: nothing lost, nothing double"
        )
    }
}

/// What was acknowledged while the server came and went.
private final class Acknowledged: Sendable {
    private let state = Mutex(State())
    private let bell = Bell()

    private struct State {
        var members: [[UInt8]] = []
        var notes: [String] = []
        var isOver = false
    }

    var members: [[UInt8]] { state.withLock { $0.members } }
    var notes: [String] { state.withLock { $0.notes } }
    var isOver: Bool { state.withLock { $0.isOver } }

    func add(member: [UInt8]) {
        state.withLock { $0.members.append(member) }
        bell.ring()
    }

    func addNote(_ text: String) {
        state.withLock { $0.notes.append(text) }
        bell.ring()
    }

    func end() { state.withLock { $0.isOver = true } }

    /// Waits until so many members and so many notes were acknowledged.
    func wait(forCount count: Int) async throws {
        try await bell.wait("\(count) members and notes are acknowledged") {
            min(members.count, notes.count) >= count
        }
    }
}
