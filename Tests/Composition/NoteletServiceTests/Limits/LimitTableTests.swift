import Domain
import NoteletAPI
import Serving
import ProtobufCoding
import TTRPC
import TestSupport
import Testing
import NoteRules
import AccountRules
import NoteletService

/// The limits that PROTOCOL.md and the documents of features list are those that a server has.
@Suite("The table of limits")
struct LimitTableTests {
    private let limits = ServiceLimits()

    @Test("Rates are those of the code")
    func rates() throws {
        let tables = try ProtocolFolder.documents.map { document in
            try ProtocolFolder.table(under: "limits", in: document)
        }
        let rows = tables.flatMap(\.self).filter { $0[2].hasPrefix("RATE_LIMITED") }
        let shown = rows.map { [$0[0], $0[1]] }.filter { !$0[0].hasPrefix("wrong passwords") }
        let declared = [Feature].all.limits.map { limit in
            let (subject, rate) = (limit.subject, limit.rate)
            return [subject.prefix(1).lowercased() + subject.dropFirst() + " *", words(rate)]
        }
        // A further feature lists its own in a document of its own.
        #expect(Set(shown) == Set(declared) && shown.count == declared.count)
        for limit in [Feature].all.limits { #expect(limits.rates[limit] == limit.rate) }
    }

    @Test("Connections are bounded as the code has it")
    func connections() throws {
        let server = limits.server
        try check([
            "body of a frame to the server *": "\(server.wire.messageByteCountMax >> 10) KiB",
            "body of a frame from the server": "\(WireLimits().messageByteCountMax >> 20) MiB",
            "oversized bodies of a connection, together":
                "\(server.wire.skippedByteCountMax >> 20) MiB",
            "broken rules answered on a connection": "\(server.wire.protocolErrorCountMax)",
            "frames of unknown type on a connection": grouped(server.wire.ignoredFrameCountMax),
            "metadata of a request": "\(server.wire.metadataPairCountMax) pairs, "
                + "\(grouped(server.wire.metadataByteCountMax)) bytes",
            "unary calls of a connection at once *":
                "\(server.runningRequestCountPerConnectionMax)",
            "unary calls of all connections at once *": grouped(server.runningRequestCountMax),
            "streams of a connection at once *": "\(server.streamCountPerConnectionMax)",
            "connections of a server *": grouped(server.connectionCountMax),
            "connections of an address *": "\(server.connectionCountPerAddressMax ?? 0)",
            "time to the first whole frame *": seconds(server.firstFrameTimeout),
            "time to the first call with a valid token *":
                seconds(server.authenticationTimeout ?? .zero),
            "time for one frame *": seconds(server.frameTimeout),
            "time without taking a byte that waits *": seconds(server.writeStallTimeout),
            "deadline of a unary call *": seconds(server.unaryTimeoutMax),
            "feeds that a watch follows": "\(DomainLimits.feedsPerWatchMax)",
            "name of a feed": "\(DomainLimits.feedNameByteCountMax) bytes",
            "messages within one another": "\(ProtobufDecodingLimits.requests.depthMax)",
            "unknown fields of one message":
                "\(ProtobufDecodingLimits.requests.unknownFieldCountMax)",
        ])
    }

    @Test("A frame holds the largest value with all that goes with it, and padded")
    func largestRequest() throws {
        let method = ItemsAPI.createItem
        let request = CreateItemRequest(
            collection: String(repeating: "a", count: 64),
            title: String(repeating: "a" + String(repeating: "\u{301}", count: 7), count: 200),
            payload: [UInt8](repeating: 1, count: DomainLimits.valueByteCountMax)
        )
        // The lengths and tags of the envelope, and the frame's header.
        let rest = 64 + method.service.utf8.count + method.name.utf8.count
        let byteCount =
            try ProtobufEncoder().encode(request).count + WireLimits().metadataByteCountMax + rest
        let largest = try #require(Padding.frameByteCounts.last)
        let padded = (byteCount + largest - 1) / largest * largest
        #expect(padded > 64 << 10 && padded <= limits.server.wire.messageByteCountMax)
    }

    @Test("What people write is bounded as the rules have it")
    func texts() throws {
        let (username, name) = (DomainLimits.usernameCharacters, DomainLimits.contactNameCharacters)
        let (content, word) = (DomainLimits.contentCharacters, DomainLimits.unwantedWordCharacters)
        try check([
            "username": "\(words(username)) characters, \(DomainLimits.usernameByteCountMax) bytes",
            "e-mail address": "\(DomainLimits.emailByteCountMax) bytes, "
                + "\(DomainLimits.emailLocalPartByteCountMax) before the `@`",
            "URL of a picture": "\(grouped(DomainLimits.imageURLByteCountMax)) bytes",
            "password, in its composed form (NFC)":
                "\(DomainLimits.passwordCharactersMin) characters to "
                + "\(DomainLimits.passwordByteCountMax) bytes",
            "name of a contact": "\(words(name)) characters",
            "relationship, memo": "\(name.upperBound), "
                + "\(DomainLimits.contactMemoCharactersMax) characters",
            "bytes for each character that these three may have":
                "\(DomainLimits.bytesPerCharacterMax)",
            "contacts on the free plan": "\(ContactLimit.maxFreeContacts)",
            "lock of a new contact":
                "\(grouped(Int(ContactLimit.deletionLockSeconds))) s; the moment itself is free",
            "note, answer": "\(words(content)) characters after trimming, "
                + "\(DomainLimits.contentByteCountMax >> 10) KiB",
            "detail of a report": "\(grouped(DomainLimits.reportDetailCharactersMax)) characters",
            "blocks of a user": grouped(DomainLimits.blocksPerUserMax),
            "muted words of a user": "\(DomainLimits.unwantedWordsPerUserMax)",
            "muted word": "\(words(word)) characters after trimming, "
                + "\(DomainLimits.unwantedWordByteCountMax) bytes",
            "items of a page": "\(DomainLimits.pageItemsMax)",
            "sessions of an account": "\(DomainLimits.sessionsPerAccountMax)",
        ])
    }

    /// Compares some rows of the table, by what they limit, with the values that they should have.
    private func check(_ expected: [String: String]) throws {
        let rows = try ProtocolFolder.table(under: "limits").map { ($0[0], $0[1]) }
        let table = Dictionary(uniqueKeysWithValues: rows)
        for (name, value) in expected {
            #expect(table[name] == value, "\(name)")
        }
    }

    private func words(_ rate: Rate) -> String {
        let period =
            switch rate.period {
            case .second: "a second"
            case .minute: "a minute"
            case .hour: "an hour"
            case .day: "a day"
            }
        return "\(grouped(rate.count)) \(period)"
    }

    private func words(_ range: ClosedRange<Int>) -> String {
        "\(range.lowerBound) to \(grouped(range.upperBound))"
    }

    private func seconds(_ duration: Duration) -> String {
        "\(duration.components.seconds) s"
    }

    /// A number as people read it: `12,000`.
    private func grouped(_ number: Int) -> String {
        let digits = String(number)
        guard digits.count > 3 else { return digits }
        return "\(digits.dropLast(3)),\(digits.suffix(3))"
    }
}
