import Locking
import Testing

@testable import TTRPC

@Suite
struct StatusTests {
    @Test
    func codesHaveTheNumbersAndNamesOfGRPC() {
        let codes: [StatusCode] = [
            .ok, .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .notFound,
            .alreadyExists, .permissionDenied, .resourceExhausted, .failedPrecondition, .aborted,
            .outOfRange, .unimplemented, .internal, .unavailable, .dataLoss, .unauthenticated,
        ]
        #expect(codes.map(\.rawValue) == Array(0...16))
        #expect(StatusCode.notFound.description == "NOT_FOUND")
        #expect(StatusCode.unauthenticated.description == "UNAUTHENTICATED")
        #expect(StatusCode(rawValue: 17).description == "CODE_17")
        #expect(StatusCode(rawValue: -1).description == "CODE_-1")
    }

    @Test
    func statusesDescribeThemselves() {
        #expect(Status.ok.description == "OK")
        #expect(RPCError(.notFound, "no note").description == "NOT_FOUND: no note")
        #expect(RPCError(.notFound, "no note").details == [])
        #expect(RuntimeError(.stopped, "gone").description == "stopped: gone")
    }

    @Test
    func anErrorIsNeverOK() {
        #expect(RPCError(Status(.ok, "?")).code == .unknown)
        #expect(RPCError(.ok, "?").message == "?")
    }

    private struct Locked: RPCErrorConvertible {
        var rpcError: RPCError { RPCError(.failedPrecondition, "locked") }
    }

    private struct Secret: Error {}

    @Test
    func thrownErrorsSayNoMoreThanTheyMay() {
        #expect(RPCError(thrown: Locked()) == RPCError(.failedPrecondition, "locked"))
        #expect(RPCError(thrown: RPCError(.aborted, "a")) == RPCError(.aborted, "a"))
        #expect(RPCError(thrown: CancellationError()).code == .cancelled)
        #expect(RPCError(thrown: Secret()) == RPCError(.unknown, "the handler failed"))
    }

    @Test
    func metadataKeepsSeveralValuesOfAKey() {
        var metadata: Metadata = ["Foo": "a", "bar": "b"]
        metadata.append("FOO", "c")
        #expect(metadata["foo"] == ["a", "c"])
        #expect(metadata.first("Foo") == "a")
        #expect(metadata.first("none") == nil)
        metadata.set("foo", "d", "e")
        #expect(metadata["foo"] == ["d", "e"])
        metadata.set("foo")
        #expect(metadata.pairs == [Metadata.Pair(key: "bar", value: "b")])
        #expect(!metadata.isEmpty)
    }

    @Test(arguments: ["tcp://127.0.0.1:7575", "tcp://[::1]:1", "unix:///run/echo.sock"])
    func addressesReadWhatTheyWrite(text: String) throws {
        #expect(try Address(text).description == text)
    }

    @Test
    func otherTextsAreNoAddresses() {
        let error = #expect(throws: RuntimeError.self) { try Address("http://x") }
        #expect(error?.code == .invalidAddress)
    }

    @Test
    func durationsNeverTrap() {
        #expect(Duration.seconds(-1).wholeNanoseconds == 0)
        #expect(Duration.nanoseconds(-1).wholeNanoseconds == 0)
        #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.milliseconds(1_500).wholeNanoseconds == 1_500_000_000)
        #expect(CallDeadline(.max, after: 5).nanoseconds == .max)
        #expect(CallOptions(timeout: .zero).hasExpired)
        #expect(CallOptions(timeout: .seconds(Int64.max)).timeoutNanoseconds == .max)
    }
}
