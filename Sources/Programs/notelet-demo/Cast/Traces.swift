import Foundation
import NoteletClient

/// All that could tell who wrote: the forms in which it could stand in bytes.
struct Traces: Sendable {
    private let patterns: [(what: String, bytes: Data)]

    /// How many patterns are searched for.
    var count: Int { patterns.count }

    /// Gathers the traces of a person.
    ///
    /// - Parameters:
    ///   - person: The sender.
    ///   - ids: The ids of notes and contacts that only the sender knows.
    init(of person: Person, _ ids: [[UInt8]]) {
        var patterns = [
            (what: "username", bytes: Data(person.name.utf8)),
            (what: "e-mail", bytes: Data(person.user.email.utf8)),
            (what: "link", bytes: Data((person.user.personalLink?.token ?? "").utf8)),
        ]
        if let session = person.sessions.load() {
            patterns.append(("access token", Data(session.accessToken.utf8)))
            patterns.append(("refresh token", Data(session.refreshToken.utf8)))
        }
        patterns += Traces.spellings("account id", of: person.user.id)
        for id in ids { patterns += Traces.spellings("id of a note or contact", of: id) }
        self.patterns = patterns
    }

    /// What is found in the bytes; each kind once.
    func found(in bytes: [UInt8]) -> [String] {
        let data = Data(bytes)
        let found = patterns.filter { data.range(of: $0.bytes) != nil }.map(\.what)
        return Set(found).sorted()
    }

    /// An id as it is, backwards, in hexadecimal, as a UUID and in Base64.
    private static func spellings(_ what: String, of id: [UInt8]) -> [(what: String, bytes: Data)] {
        let uuid = Identifier(bytes: id)?.description ?? ""
        let texts = [
            uuid, uuid.uppercased(), uuid.replacing("-", with: ""),
            Data(id).base64EncodedString().replacing("=", with: ""),
        ]
        return [(what, Data(id)), (what, Data(id.reversed()))]
            + texts.map { (what, Data($0.utf8)) }
    }
}
