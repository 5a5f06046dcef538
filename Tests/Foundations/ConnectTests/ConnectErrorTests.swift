import Connect
import Testing

@Suite("Connect: errors and envelopes")
struct ConnectErrorTests {
    @Test("Each code has the name and the status of the reference")
    func codesAreTold() {
        let told = ConnectCode.allCases.map { "\($0.rawValue) \($0.name) \($0.httpStatus)" }
        #expect(
            told == [
                "1 canceled 499", "2 unknown 500", "3 invalid_argument 400",
                "4 deadline_exceeded 504", "5 not_found 404", "6 already_exists 409",
                "7 permission_denied 403", "8 resource_exhausted 429",
                "9 failed_precondition 400", "10 aborted 409", "11 out_of_range 400",
                "12 unimplemented 501", "13 internal 500", "14 unavailable 503",
                "15 data_loss 500", "16 unauthenticated 401",
            ]
        )
    }

    @Test("An error is told as JSON")
    func errorsAreWritten() {
        #expect(text(ConnectError(.internal).json) == #"{"code":"internal"}"#)
        let details = [
            ConnectError.Detail(type: "a.B", value: [0xFB, 0xFF], json: Array(#"{"c":1}"#.utf8)),
            ConnectError.Detail(type: "a.C", value: []),
        ]
        let error = ConnectError(.notFound, "no \"쪽지\"\n", details: details)
        #expect(
            text(error.json)
                == #"{"code":"not_found","message":"no \"쪽지\"\n","details":["#
                + #"{"type":"a.B","value":"+/8","debug":{"c":1}},{"type":"a.C","value":""}]}"#
        )
    }

    @Test("A stream's messages and its end have envelopes")
    func envelopesAreWritten() {
        var bytes: [UInt8] = []
        ConnectEnvelope.append([7, 8], to: &bytes)
        ConnectEnvelope.append([], to: &bytes)
        #expect(bytes == [0, 0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0])
        bytes = []
        ConnectEnvelope.append(endOfStream: nil, to: &bytes)
        #expect(bytes == [2, 0, 0, 0, 2] + Array("{}".utf8))
        bytes = []
        ConnectEnvelope.append(endOfStream: ConnectError(.aborted, "x"), to: &bytes)
        let json = #"{"error":{"code":"aborted","message":"x"}}"#
        #expect(bytes == [2, 0, 0, 0, UInt8(json.utf8.count)] + Array(json.utf8))
    }

    @Test("The body of a request for a stream is one envelope")
    func soleEnvelopeIsRead() throws {
        let body: [UInt8] = [1, 0, 0, 0, 3, 9, 8, 7]
        let envelope = try ConnectEnvelope(soleIn: body)
        #expect(envelope.isCompressed && envelope.message == [9, 8, 7])
        #expect(try ConnectEnvelope(soleIn: [0, 0, 0, 0, 0]).message == [])
        for count in 0..<body.count {
            #expect(throws: ConnectEnvelope.Problem.truncated) {
                try ConnectEnvelope(soleIn: Array(body.prefix(count)))
            }
        }
        #expect(throws: ConnectEnvelope.Problem.moreThanOneMessage) {
            try ConnectEnvelope(soleIn: body + [0])
        }
        #expect(throws: ConnectEnvelope.Problem.truncated) {
            try ConnectEnvelope(soleIn: [0, 255, 255, 255, 255, 1])
        }
        for flags in [2, 3, 4, 255] as [UInt8] {
            #expect(throws: ConnectEnvelope.Problem.unknownFlags(flags)) {
                try ConnectEnvelope(soleIn: [flags, 0, 0, 0, 0])
            }
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
