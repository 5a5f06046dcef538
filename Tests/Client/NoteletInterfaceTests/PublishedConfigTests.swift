import Foundation
import NoteletInterface
import Testing

@Suite("Values of the published configuration")
struct PublishedConfigTests {
    private static func config(_ value: String) -> PublishedConfig {
        PublishedConfig(version: 1, values: ["key": value])
    }

    @Test("A text is what it is, an empty one too, and what is not there is the default")
    func strings() {
        #expect(Self.config("제목").string("key", default: "") == "제목")
        #expect(Self.config("").string("key", default: "other") == "")
        #expect(Self.config("제목").string("Key", default: "other") == "other")
        #expect(PublishedConfig.none.string("key", default: "other") == "other")
    }

    @Test(
        "A yes or a no has one of a few words, and any other one is the default",
        arguments: [
            ("true", true), ("YES", true), ("On", true), ("1", true), ("false", false),
            ("no", false), ("OFF", false), ("0", false), ("", nil), ("2", nil), (" true", nil),
            ("ja", nil),
        ] as [(String, Bool?)]
    )
    func bools(_ text: String, _ answer: Bool?) {
        for other in [false, true] {
            #expect(Self.config(text).bool("key", default: other) == answer ?? other)
        }
        #expect(PublishedConfig.none.bool("key", default: true))
    }

    @Test("Numbers are those that can be read, and finite")
    func numbers() {
        let whole: [(String, Int?)] = [
            ("20", 20), ("-3", -3), ("0", 0), ("9223372036854775807", .max),
            ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil), ("", nil), (" 1", nil),
        ]
        for (text, number) in whole {
            #expect(Self.config(text).int("key", default: 7) == number ?? 7, "\(text)")
        }
        let any: [(String, Double?)] = [
            ("0.25", 0.25), ("-1e3", -1_000), ("20", 20), ("1e999", nil), ("nan", nil),
            ("inf", nil), ("1,5", nil), ("", nil),
        ]
        for (text, number) in any {
            #expect(Self.config(text).double("key", default: 7) == number ?? 7, "\(text)")
        }
    }

    @Test("What is JSON of the type is decoded, and anything else is the default")
    func decoded() {
        struct Banner: Codable, Equatable { let text: String }
        let none = Banner(text: "none")
        #expect(Self.config(#"{"text":"hi"}"#).decoded("key", default: none).text == "hi")
        #expect(Self.config("[1,2]").decoded("key", default: [Int]()) == [1, 2])
        for text in ["", "{}", "[", #"{"text":1}"#] {
            #expect(Self.config(text).decoded("key", default: none) == none)
        }
        #expect(PublishedConfig.none.decoded("key", default: none) == none)
    }
}
