import Testing

@testable import ProtobufCoding

/// Forms at the edges of what JSON may say; what real messages say is held against Google's.
@Suite("JSON of messages")
struct MessageFormTests {
    private static let color = EnumForm([0: "COLOR_UNSPECIFIED", 1: "COLOR_RED", -1: "COLOR_LOW"])
    private static let inner: MessageForm = MessageForm(
        FieldForm(1, "text", .string),
        FieldForm(2, "next", .message { inner }, .optional)
    )
    private static let form = MessageForm(
        FieldForm(1, "is_set", .bool),
        FieldForm(2, "small", .int32),
        FieldForm(3, "large", .int64),
        FieldForm(4, "small_count", .uint32),
        FieldForm(5, "large_count", .uint64),
        FieldForm(6, "ratio", .double),
        FieldForm(7, "share", .float),
        FieldForm(8, "text", .string),
        FieldForm(9, "raw_bytes", .bytes),
        FieldForm(10, "color", .openEnum(color)),
        FieldForm(11, "inner", .message { inner }, .optional),
        FieldForm(12, "at", .timestamp, .optional),
        FieldForm(13, "span", .duration, .optional),
        FieldForm(14, "maybe", .int32, .optional),
        FieldForm(15, "numbers", .int32, .repeated),
        FieldForm(16, "texts", .string, .repeated),
        FieldForm(17, "inners", .message { inner }, .repeated),
        FieldForm(18, "left", .string, .oneof("side")),
        FieldForm(19, "right", .int32, .oneof("side")),
        FieldForm(20, "counts", .map(key: .string, value: .int64)),
        FieldForm(21, "flags", .map(key: .bool, value: .string)),
        FieldForm(22, "colors", .map(key: .int32, value: .openEnum(color)))
    )

    private func json(_ bytes: [UInt8]) throws -> String {
        String(decoding: try Self.form.json(of: bytes), as: UTF8.self)
    }

    private func bytes(_ json: String) throws -> [UInt8] {
        try Self.form.message(ofJSON: Array(json.utf8))
    }

    @Test(
        "What JSON tells is written again in the canonical form",
        arguments: [
            ("{}", "{}"),
            (" {\n\t} \r\n", "{}"),
            (#"{"isSet":true}"#, #"{"isSet":true}"#),
            (#"{"is_set" : true , "small":-5}"#, #"{"isSet":true,"small":-5}"#),
            (#"{"small":7,"isSet":false}"#, #"{"small":7}"#),
            (
                #"{"small":"12","large":12,"largeCount":"18446744073709551615"}"#,
                #"{"small":12,"large":"12","largeCount":"18446744073709551615"}"#
            ),
            (
                #"{"small":1.0,"large":-2e3,"smallCount":4294967295,"largeCount":1.5e1}"#,
                #"{"small":1,"large":"-2000","smallCount":4294967295,"largeCount":"15"}"#
            ),
            (
                #"{"small":-2147483648,"large":"-9223372036854775808"}"#,
                #"{"small":-2147483648,"large":"-9223372036854775808"}"#
            ),
            (#"{"ratio":1.5,"share":"-0.25"}"#, #"{"ratio":1.5,"share":-0.25}"#),
            (#"{"ratio":"NaN","share":"-Infinity"}"#, #"{"ratio":"NaN","share":"-Infinity"}"#),
            (#"{"ratio":-0.0}"#, #"{"ratio":-0.0}"#),
            (
                #"{"text":"쪽\u002f\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}"#,
                #"{"text":"쪽/\"\\/\u0008\u000c\n\u000d\u0009é😀"}"#
            ),
            (#"{"rawBytes":"_-8"}"#, #"{"rawBytes":"/+8="}"#),
            (#"{"rawBytes":"AA=="}"#, #"{"rawBytes":"AA=="}"#),
            (#"{"rawBytes":""}"#, "{}"),
            (#"{"color":"COLOR_RED"}"#, #"{"color":"COLOR_RED"}"#),
            (#"{"color":-1}"#, #"{"color":"COLOR_LOW"}"#),
            (#"{"color":77}"#, #"{"color":77}"#),
            (#"{"color":"COLOR_UNSPECIFIED"}"#, "{}"),
            (#"{"inner":{}}"#, #"{"inner":{}}"#),
            (#"{"inner":null,"small":null,"texts":null,"left":null,"right":1}"#, #"{"right":1}"#),
            (#"{"inner":{"next":{"text":"a"}}}"#, #"{"inner":{"next":{"text":"a"}}}"#),
            (#"{"at":"1970-01-01T00:00:00Z"}"#, #"{"at":"1970-01-01T00:00:00Z"}"#),
            (#"{"at":"2026-03-01T09:00:00.5+09:00"}"#, #"{"at":"2026-03-01T00:00:00.500Z"}"#),
            (
                #"{"at":"1969-12-31T23:59:59.000000001Z"}"#,
                #"{"at":"1969-12-31T23:59:59.000000001Z"}"#
            ),
            (#"{"at":"0001-01-01T00:00:00Z"}"#, #"{"at":"0001-01-01T00:00:00Z"}"#),
            (
                #"{"at":"9999-12-31T23:59:59.999999999Z"}"#,
                #"{"at":"9999-12-31T23:59:59.999999999Z"}"#
            ),
            (#"{"span":"0s"}"#, #"{"span":"0s"}"#),
            (#"{"span":"-0.000001s"}"#, #"{"span":"-0.000001s"}"#),
            (#"{"span":"315576000000.1s"}"#, #"{"span":"315576000000.100s"}"#),
            (#"{"maybe":0}"#, #"{"maybe":0}"#),
            (#"{"numbers":[1,"2",3.0,0]}"#, #"{"numbers":[1,2,3,0]}"#),
            (
                #"{"numbers":[],"texts":["","a"],"inners":[{},{"text":"b"}]}"#,
                #"{"texts":["","a"],"inners":[{},{"text":"b"}]}"#
            ),
            (#"{"left":""}"#, #"{"left":""}"#),
            (#"{"right":0}"#, #"{"right":0}"#),
            (#"{"counts":{"b":1,"a":"0"}}"#, #"{"counts":{"a":"0","b":"1"}}"#),
            (
                #"{"flags":{"true":"x","false":""},"colors":{"1":0,"-3":1}}"#,
                #"{"flags":{"false":"","true":"x"},"#
                    + #""colors":{"-3":"COLOR_RED","1":"COLOR_UNSPECIFIED"}}"#
            ),
            (#"{"newer":[{"a":[null,true,1e5,"x"]}],"small":1}"#, #"{"small":1}"#),
        ]
    )
    func canonicalForm(read: String, written: String) throws {
        #expect(try json(bytes(read)) == written)
        #expect(try json(bytes(written)) == written)
    }

    @Test(
        "What is no message of the form is refused",
        arguments: [
            "", " ", "null", "[]", "1", "{", "{}}", "{} {}", "{,}", #"{"small":1,}"#, "{small:1}",
            "{'small':1}", #"{"small" 1}"#, #"{"small":}"#, #"{"small":1 "large":2}"#,
            #"{"small":01}"#, #"{"small":+1}"#, #"{"small":1.}"#, #"{"small":.5}"#,
            #"{"small":1e}"#,
            #"{"small":1.5}"#, #"{"small":2147483648}"#, #"{"small":"x"}"#, #"{"small":" 1"}"#,
            #"{"small":"1 "}"#, #"{"small":""}"#, #"{"small":true}"#, #"{"small":"0x1"}"#,
            #"{"large":9223372036854775808}"#, #"{"smallCount":-1}"#, #"{"largeCount":1e300}"#,
            #"{"ratio":1e999}"#, #"{"share":1e39}"#, #"{"ratio":"inf"}"#, #"{"ratio":NaN}"#,
            #"{"isSet":1}"#, #"{"isSet":"true"}"#, #"{"isSet":tru}"#, #"{"isSet":nul}"#,
            #"{"text":1}"#, #"{"text":"\ud83d"}"#, #"{"text":"\ude00"}"#,
            #"{"text":"\ud83d\u0041"}"#,
            #"{"text":"\x41"}"#, #"{"text":"\u00g0"}"#, "{\"text\":\"\n\"}", #"{"text":"a"#,
            #"{"rawBytes":"A"}"#, #"{"rawBytes":"AA="}"#, #"{"rawBytes":"AB"}"#,
            #"{"rawBytes":"A A="}"#,
            #"{"color":"RED"}"#, #"{"color":1.5}"#, #"{"inner":[]}"#, #"{"inner":"x"}"#,
            #"{"at":"2026-03-01"}"#, #"{"at":"2026-03-01 00:00:00Z"}"#,
            #"{"at":"2026-03-01T00:00:00"}"#,
            #"{"at":"2026-02-30T00:00:00Z"}"#, #"{"at":"0000-12-31T23:59:59Z"}"#, #"{"at":12}"#,
            #"{"at":"2026-03-01T00:00:00.0000000001Z"}"#, #"{"at":"2026-03-01T00:00:00.Z"}"#,
            #"{"span":"1"}"#, #"{"span":"1.s"}"#, #"{"span":".5s"}"#, #"{"span":"315576000001s"}"#,
            #"{"span":"--1s"}"#, #"{"span":"1.0000000001s"}"#, #"{"span":1}"#,
            #"{"numbers":1}"#, #"{"numbers":[null]}"#, #"{"numbers":[1,]}"#, #"{"numbers":{}}"#,
            #"{"texts":[1]}"#, #"{"small":1,"small":2}"#, #"{"isSet":true,"is_set":true}"#,
            #"{"left":"a","right":1}"#, #"{"counts":[]}"#, #"{"counts":{"a":1,"a":2}}"#,
            #"{"counts":{"a":null}}"#, #"{"colors":{"1":0,"1.0":0}}"#, #"{"flags":{"1":"x"}}"#,
            #"{"colors":{"x":0}}"#,
            #"{"newer":}"#, #"{"newer":[1,}"#,
        ]
    )
    func refusedJSON(text: String) {
        #expect(throws: ProtobufDecodingError.self) { try bytes(text) }
    }

    @Test("Text that is not UTF-8 is refused, either way")
    func brokenUTF8() {
        let json: [UInt8] = Array(#"{"text":""#.utf8) + [0xC3] + Array(#""}"#.utf8)
        #expect(throws: ProtobufDecodingError.self) { try Self.form.message(ofJSON: json) }
        let bytes: [UInt8] = [8 << 3 | 2, 1, 0xC3]
        #expect(throws: ProtobufDecodingError.self) { try Self.form.json(of: bytes) }
    }

    @Test("What it may cost is bounded, either way")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"next":"#, count: depth) + "{}"
                + String(repeating: "}", count: depth)
        }
        let limits = ProtobufDecodingLimits(
            depthMax: 3,
            elementCountMax: 2,
            unknownFieldCountMax: 1
        )
        func isTaken(_ json: String) -> Bool {
            (try? Self.form.message(ofJSON: Array(json.utf8), limits: limits)) != nil
        }
        #expect(isTaken(#"{"inner":\#(nested(1))}"#))
        #expect(!isTaken(#"{"inner":\#(nested(2))}"#))
        #expect(isTaken(#"{"newer":[[1]]}"#))
        #expect(!isTaken(#"{"newer":[[[1]]]}"#))
        #expect(!isTaken(#"{"newer":1,"newest":1}"#))
        #expect(isTaken(#"{"numbers":[1,2]}"#))
        #expect(!isTaken(#"{"numbers":[1,2,3]}"#))
        #expect(!isTaken(#"{"counts":{"a":1,"b":2,"c":3}}"#))
        let deep = try bytes(#"{"inner":\#(nested(2))}"#)
        let long = try bytes(#"{"numbers":[1,2,3]}"#)
        let unknown: [UInt8] = [0xF8, 0x07, 1, 0xF8, 0x07, 1]
        for message in [deep, long, unknown] {
            #expect(throws: ProtobufDecodingError.self) {
                try Self.form.json(of: message, limits: limits)
            }
        }
        let flat = ProtobufDecodingLimits(depthMax: 1)
        for json in [#"{"at":"1970-01-01T00:00:00Z"}"#, #"{"span":"1s"}"#, #"{"counts":{"a":1}}"#] {
            #expect(throws: ProtobufDecodingError.self) {
                try Self.form.message(ofJSON: Array(json.utf8), limits: flat)
            }
            let message = try bytes(json)
            #expect(throws: ProtobufDecodingError.self) {
                try Self.form.json(of: message, limits: flat)
            }
        }
        let small = ProtobufDecodingLimits(byteCountMax: 2)
        #expect(throws: ProtobufDecodingError.self) {
            try Self.form.message(ofJSON: Array("{ }".utf8), limits: small)
        }
        #expect(throws: ProtobufDecodingError.self) {
            try Self.form.json(of: long, limits: small)
        }
    }

    @Test("Of a oneof the field that was set last counts, merged with what it held since")
    func lastOfOneof() throws {
        let (left, right): ([UInt8], [UInt8]) = ([0x92, 1, 1, 0x61], [0x98, 1, 5])
        #expect(try json(left + right) == #"{"right":5}"#)
        #expect(try json(right + left) == #"{"left":"a"}"#)
        #expect(try json(left + right + left) == #"{"left":"a"}"#)
    }

    @Test("Numbers are read packed or not, and a field of another wire type is refused")
    func wireTypes() throws {
        #expect(try json([15 << 3, 1, 15 << 3 | 2, 2, 2, 3]) == #"{"numbers":[1,2,3]}"#)
        for wrong: [UInt8] in [[1 << 3 | 2, 0], [8 << 3, 1], [15 << 3 | 5, 0, 0, 0, 0]] {
            #expect(throws: ProtobufDecodingError.self) { try json(wrong) }
        }
    }
}
