import CommandLineInterface
import NoteletAPI
import TTRPC

/// A server with people on it, prepared for what is timed.
struct TimingStage: Sendable {
    /// By which door calls are timed.
    let door: TimedDoor
    private let users: [Population.User]
    private let client: Client

    /// People who play a part; those behind them are only there to have addresses.
    static let partCount = 32

    /// The text of all notes, of which one receiver does not want a word.
    private static let text = "an unwanted note that is as long as all of the others are"
    private static let unwantedWord = "unwanted"

    /// Connects to the server of a target.
    init(_ target: Target) async throws {
        guard case .tcp(_, let port) = target.address else {
            throw CommandFailure(.usage, "Only a server on TCP is timed.")
        }
        guard target.population.users.count >= 2 * Self.partCount else {
            throw CommandFailure(.usage, "This takes at least \(2 * Self.partCount) users.")
        }
        door = target.webPort.map { .web(port: $0) } ?? .ttrpc(port: port)
        users = target.population.users
        do {
            client = try await Client.connect(to: target.address)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
    }

    /// Lets go of the server.
    func end() { client.close() }
}

// What the trials are made of. Each has people of its own.
extension TimingStage {
    /// One sender, and receivers of whom none, one and sixteen connections watch.
    func receiversWhoWatch() async throws -> [TimedKind] {
        try watched(users[1...]).map { receiver, name, watchers in
            let request = try note(to: receiver, from: users[0])
            return TimedKind(name: name, request: request, watchers: watchers)
        }
    }

    /// One sender, whose own list is asked for as soon as the note is sent.
    func callsBehindNotes() async throws -> [TimedKind] {
        try watched(users[21...]).map { receiver, name, watchers in
            TimedKind(
                name: name,
                preceding: try note(to: receiver, from: users[20]),
                request: try newestSent(by: users[20]),
                watchers: watchers
            )
        }
    }

    /// Receivers whom none, none, one and sixteen connections watch, with the name of their kind
    /// and the tokens of those who watch.
    private func watched(
        _ receivers: ArraySlice<Population.User>
    ) -> [(Population.User, String, [String])] {
        zip(receivers, [0, 0, 1, 16]).map { receiver, count in
            (receiver, "\(count) watches", Array(repeating: receiver.accessToken, count: count))
        }
    }

    /// One sender, and receivers who want the notes or do not.
    func receiversWhoBlock() async throws -> [TimedKind] {
        let (sender, other) = (users[5], users[6])
        try await block(sender, by: users[9])
        try await block(other, by: users[10])
        let word = MuteWordRequest(word: Self.unwantedWord)
        _ = try await call(ProfilesAPI.muteWord, word, as: users[11])
        let names = ["arrives", "arrives", "blocked", "another blocked", "word muted"]
        return try zip(names, 7...).map { name, index in
            TimedKind(name: name, request: try note(to: users[index], from: sender))
        }
    }

    /// Senders who read their newest note, one of which did not arrive.
    func sendersWhoLook() async throws -> [TimedKind] {
        let (receiver, names) = (users[15], ["arrived", "arrived", "blocked"])
        try await block(users[14], by: receiver)
        return try await names.enumerated().asyncMap { index, name in
            let sender = users[12 + index]
            try await send(from: sender, to: receiver)
            return TimedKind(name: name, request: try newestSent(by: sender))
        }
    }

    /// Links that never were, that were replaced or switched off, and of an account that is gone.
    func deadLinks() async throws -> [TimedKind] {
        try await deadTokens(of: users[16...18]).map { name, link in
            let request = try TimedRequest(
                ProfilesAPI.findByLink,
                [FindByLinkRequest(link: link)],
                token: users[19].accessToken
            )
            return TimedKind(name: name, request: request)
        }
    }

    /// The pages of such links, visited by somebody who is not signed in.
    func deadPages() async throws -> [TimedKind] {
        try await deadTokens(of: users[25...27]).map { name, token in
            TimedKind(name: name, request: TimedRequest(page: "/receive/\(token)"))
        }
    }

    /// Links of each kind, two of which never were, with the name of the kind.
    private func deadTokens(
        of owners: ArraySlice<Population.User>
    ) async throws -> [(name: String, token: String)] {
        let owners = Array(owners)
        let (replaced, off, deleted) = (owners[0], owners[1], owners[2])
        _ = try await call(ProfilesAPI.rotateLink, RotateLinkRequest(), as: replaced)
        _ = try await call(ProfilesAPI.switchOffLink, SwitchOffLinkRequest(), as: off)
        let deletion = DeleteAccountRequest(password: Population.password)
        _ = try await call(AccountsAPI.deleteAccount, deletion, as: deleted)
        let links = [
            ("never was", "AAAAAAAAAAAAAAAAAAAAAA"), ("never was", "BAAAAAAAAAAAAAAAAAAAAA"),
            ("replaced", replaced.link), ("switched off", off.link), ("deleted", deleted.link),
        ]
        return links.map { name, link in
            (name, link.split(separator: "/").last.map(String.init) ?? link)
        }
    }

    /// Log-ins with a wrong password, for addresses that somebody has and that nobody has.
    func addresses() throws -> [TimedKind] {
        let known = (Self.partCount..<users.count).map(Population.email)
        let unknown = known.map { "no-\($0)" }
        let unknownToo = known.map { "na-\($0)" }
        let kinds = [("nobody's", unknown), ("nobody's", unknownToo), ("somebody's", known)]
        return try kinds.map { name, addresses in
            let requests = addresses.map { address in
                LogInRequest(email: address, password: "a password that is wrong")
            }
            let request = try TimedRequest(AccountsAPI.logIn, requests, token: nil)
            return TimedKind(name: name, request: request)
        }
    }

    private func note(
        to receiver: Population.User,
        from sender: Population.User
    ) throws -> TimedRequest {
        let request = SendToLinkRequest(link: receiver.link, content: Self.text)
        return try TimedRequest(MessagesAPI.sendToLink, [request], token: sender.accessToken)
    }

    private func newestSent(by sender: Population.User) throws -> TimedRequest {
        let request = ListSentRequest(pageSize: 1)
        return try TimedRequest(MessagesAPI.listSent, [request], token: sender.accessToken)
    }

    private func send(from sender: Population.User, to receiver: Population.User) async throws {
        let request = SendToLinkRequest(link: receiver.link, content: Self.text)
        _ = try await call(MessagesAPI.sendToLink, request, as: sender)
    }

    /// Has somebody block whoever sent the newest note, which is this sender.
    private func block(_ sender: Population.User, by receiver: Population.User) async throws {
        try await send(from: sender, to: receiver)
        let list = ListReceivedRequest(pageSize: 1)
        let page = try await call(MessagesAPI.listReceived, list, as: receiver)
        guard let note = page.messages.first else {
            throw CommandFailure(.refused, "A note that was sent did not arrive.")
        }
        _ = try await call(
            MessagesAPI.blockSender,
            BlockSenderRequest(messageID: note.id),
            as: receiver
        )
    }

    private func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as user: Population.User
    ) async throws -> Response {
        var options = CallOptions(timeout: .seconds(30))
        options.metadata.append("authorization", "Bearer " + user.accessToken)
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        do {
            return try await client.call(name, request, options: options)
        } catch {
            throw CommandFailure(.refused, "The people could not be prepared: \(error).")
        }
    }
}

extension Sequence {
    /// Makes something of each element, one after the other.
    fileprivate func asyncMap<Value>(
        _ transform: (Element) async throws -> Value
    ) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
