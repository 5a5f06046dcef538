import Compression
import NoteletAPI

/// What attackers say to whoever speaks HTTP.
enum HTTPAttackRequests {
    private static let json = "application/json"
    private static let check = HTTPRequestTemplate(HealthAPI.check, contentType: json)
    private static let send = HTTPRequestTemplate(MessagesAPI.sendToLink, contentType: json)
    private static let list = HTTPRequestTemplate(MessagesAPI.listReceived, contentType: json)
    private static let logIn = HTTPRequestTemplate(AccountsAPI.logIn, contentType: json)
    private static let packedCheck = HTTPRequestTemplate(
        HealthAPI.check,
        contentType: json,
        headers: ["Content-Encoding: gzip"]
    )
    private static let watch = HTTPRequestTemplate(
        SyncAPI.watch,
        contentType: "application/connect+proto"
    )

    /// What a stranger may send as JSON, to begin with.
    private static let bodyByteCount = 16_000
    /// The longest page that may be asked for.
    private static let longestPage = Array(#"{"pageSize":500}"#.utf8)
    /// An envelope with an empty message, which asks for everything from the beginning.
    private static let emptyEnvelope: [UInt8] = [0, 0, 0, 0, 0]

    /// The smallest call.
    static let smallest = check.bytes(Array("{}".utf8))
    /// Such calls one behind the other: some 40 KiB.
    static let manyCalls = [[UInt8]](repeating: smallest, count: 300).flatMap(\.self)
    /// A call, and half of its body.
    static let halfBody = Array(
        send.bytes(spaces(bodyByteCount)).dropLast(bodyByteCount / 2)
    )
    /// Half of the longest head that is taken.
    static let halfHead = send.openHead + filler(8_000)
    /// Four times the longest head.
    static let hugeHead = send.openHead + filler(64 << 10)
    /// The head of a call with a body.
    static let head = Array(send.bytes(spaces(bodyByteCount)).dropLast(bodyByteCount))
    /// The beginning of that body.
    static let bodyStart = spaces(1_000)
    /// A call of 16 KiB that are 15 MiB when they are decompressed.
    static let gzipBomb = packedCheck.bytes(
        Gzip.compress([UInt8](repeating: UInt8(ascii: " "), count: 15 << 20))
    )

    /// A watch of everything that a user has.
    static func watch(of user: Population.User) -> [UInt8] {
        watch.bytes(emptyEnvelope, token: user.accessToken)
    }

    /// A call for the longest page of what a user received.
    static func page(of user: Population.User) -> [UInt8] {
        list.bytes(longestPage, token: user.accessToken)
    }

    /// A log-in with the right password, which is the dearest call that anybody may make.
    static func logIn(ofUserAt index: Int) -> [UInt8] {
        let email = Population.email(ofUserAt: index)
        return logIn.bytes(
            Array(#"{"email":"\#(email)","password":"\#(Population.password)"}"#.utf8)
        )
    }

    /// Bodies that say they are longer than anything that is taken, in several ways.
    static func hugeBody(_ index: Int) -> [UInt8] {
        switch index % 4 {
        case 0: send.openHead + text("Content-Length: 1099511627776\r\n\r\n")
        case 1: send.openHead + text("Content-Length: 99999999999999999999999\r\n\r\n")
        case 2: chunkedHead + text("7fffffff\r\n") + spaces(60_000)
        default:
            chunkedHead + [[UInt8]](repeating: text("1\r\n \r\n"), count: 60_000).flatMap(\.self)
        }
    }

    /// Requests that are wrong, each in a way of its own.
    static func malformed(_ index: Int) -> [UInt8] {
        let turn = index % (malformed.count + 1)
        return turn < malformed.count ? malformed[turn] : noise(index) + text("\r\n\r\n")
    }

    /// What is no handshake: noise, a call in plain, a record that says it is longer than it is,
    /// and one of a kind that nobody knows.
    static func noHandshake(_ index: Int) -> [UInt8] {
        switch index % 4 {
        case 0: noise(index)
        case 1: smallest
        case 2: [0x16, 3, 1, 0xFF, 0xFF] + noise(index)
        default: [0x99, 3, 3, 0, 200] + noise(index)
        }
    }

    private static let malformed: [[UInt8]] = [
        text("GET / HTTP/9.9\r\nHost: a\r\n\r\n"),
        text("POST\r\n\r\n"),
        text("POST /notelet.v1.Health/Check HTTP/1.1\r\n\r\n"),
        text("GET /%00%zz/../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"),
        text("GET /notelet.v1.Health/Check?encoding=json&message=%%%&base64=1 HTTP/1.1\r\n")
            + text("Host: a\r\n\r\n"),
        check.openHead + text("Content-Length: -1\r\n\r\n"),
        check.openHead + text("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
        check.openHead + text("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}"),
        chunkedHead + text("zz\r\n{}\r\n0\r\n\r\n"),
        chunkedHead + text("ffffffffffffffffff\r\n"),
        check.openHead + text("no colon\r\n folded\r\n: no name\r\n\r\n"),
        check.openHead + text("Nothing: \0\r\n\r\n"),
        check.openHead + text(String(repeating: "A: b\r\n", count: 2_000)) + text("\r\n"),
        check.bytes(text(String(repeating: "[", count: 8_000))),
        check.bytes([0xFF, 0xFE, 0xC0]),
        packedCheck.bytes(noise(1)),
        HTTPRequestTemplate(HealthAPI.check, contentType: "application/proto").bytes(noise(2)),
        HTTPRequestTemplate(HealthAPI.check, contentType: "text/plain").bytes(),
        watch.bytes([0, 0xFF, 0xFF, 0xFF, 0xFF]),
        watch.bytes([0xFF, 0, 0, 0, 0]),
    ]

    private static let chunkedHead =
        send.openHead + text("Transfer-Encoding: chunked\r\n\r\n")

    /// The beginning of a line of a head that has not ended.
    private static func filler(_ byteCount: Int) -> [UInt8] {
        text("X: ") + [UInt8](repeating: UInt8(ascii: "a"), count: byteCount)
    }

    private static func noise(_ number: Int) -> [UInt8] {
        (0..<200).map { UInt8(truncatingIfNeeded: number * 31 + $0 * 7) }
    }

    private static func spaces(_ count: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(ascii: " "), count: count)
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
