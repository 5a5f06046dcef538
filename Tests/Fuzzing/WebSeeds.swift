import Compression

/// Inputs to start from for what HTTP reads.
enum WebSeeds {
    static let requests: [[UInt8]] = [
        "\u{0}content-type=application/json; charset=utf-8\nconnect-protocol-version=1\n"
            + "connect-timeout-ms=9999999999\ncontent-encoding=gzip",
        "\u{4}content-type=application/connect+proto\nconnect-content-encoding=identity",
        "\u{1}encoding=json\nconnect=v1\nmessage={}\nbase64=0",
        "\u{1}encoding=proto\nmessage=Cgdub3RlbGV0\nbase64=1\ncompression=gzip",
        "\u{2}content-type=text/plain",
        "\u{0}content-type=Application/Proto ;a=b;charset=\"utf-8\"",
    ].map { Array($0.utf8) }

    static let envelopes: [[UInt8]] = [
        [0, 0, 0, 0, 0, 2] + Array("{}".utf8), [0, 1, 0, 0, 0, 1, 7], [0, 0, 0, 0, 0, 0],
        [0, 2, 0xFF, 0xFF, 0xFF, 0xFF], Array("\u{1}\u{7}a \"sentence\"\n\\ \u{7F} 쪽지".utf8),
    ]

    /// Fixed and dynamic codes, a stored block, a bomb, and plain bytes to be compressed.
    static let compressed: [[UInt8]] = {
        let text = Array(String(repeating: "쪽지 한 장. ", count: 12).utf8)
        let noise = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0) }
        let whole = [text, noise, [], [UInt8](repeating: 0, count: 64 << 10)].map(Gzip.compress)
        return whole.map { [0, 0] + $0 } + [[1, 0] + text, [2, 9] + noise]
    }()

    static let forms: [[UInt8]] = [
        "content=%EC%95%88%EB%85%95+%3D%26%0D%0A&key=a-b_c&empty=&bare&content=2",
        "ticket=+abc%0A", "content=%%34%zz%4&=&==&key=<b>&\"'",
        "a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&key=1",
    ].map { Array($0.utf8) }

    static let cookies: [[UInt8]] = [
        "__Host-notelet-access=abc; __Host-notelet-refresh=def; other=1",
        "a=b;__Host-notelet-access=1=2\n __Host-notelet-access=3;;=;__Host-notelet-refresh=",
    ].map { Array($0.utf8) }

    static let ways: [[UInt8]] = [
        "127.0.0.1,unix\n\n198.51.100.1, 192.0.2.1\n10.0.0.1:80",
        "unix,::1\n1\n[2001:db8::1]:99,unknown",
        "10.0.0.1\n\nfor=192.0.2.3;proto=https, For=\"10.0.0.1:80\"",
        "2001:db8::1\n\nfor=\"[2001:db8::2]\" , by=x;for=_hidden\nfor = ::ffff:10.0.0.1",
    ].flatMap { text in ["\u{0}", "\u{1}"].map { Array(($0 + text).utf8) } }
}
