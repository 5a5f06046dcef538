import CommandLineInterface
import Foundation
import TestSupport
import Testing

@Suite("Secret prompt", .timeLimit(.minutes(1)))
struct SecretPromptTests {
    @Test(
        "A typed secret is read with its editing keys and without echo",
        arguments: [
            (Array("secret\n".utf8), "secret"), (Array("a쪽\u{7F}b\r".utf8), "ab"),
            (Array("junk\u{15}ok\n".utf8), "ok"), (Array("\u{8}ok\u{4}".utf8), "ok"),
            (Array("\n".utf8), ""),
        ]
    )
    func secretIsTyped(keys: [UInt8], secret: String) throws {
        let (result, screen, isEchoing) = try typed(keys)
        #expect(try result.get() == secret)
        #expect(screen == "\r\n")
        #expect(isEchoing)
    }

    @Test(
        "A secret can be refused to the program",
        arguments: [
            (Array("ab\u{3}".utf8), SecretPrompt.Failure.interrupted), ([4], .ended),
            ([0xFF, 10], .notText),
        ]
    )
    func secretIsRefused(keys: [UInt8], failure: SecretPrompt.Failure) throws {
        let (result, _, isEchoing) = try typed(keys)
        #expect(result == .failure(failure))
        #expect(isEchoing)
    }

    @Test("From a pipe one line is read, and not one byte more")
    func pipeIsRead() throws {
        let input = try Pipe()
        let output = try Pipe()
        input.write("first\r\nsecond")
        input.closeWriting()
        let prompt = SecretPrompt(
            input: input.reading,
            output: TextOutput(descriptor: output.writing)
        )
        #expect(try prompt.read("Password: ") == "first")
        #expect(try prompt.read("Password: ") == "second")
        #expect(throws: SecretPrompt.Failure.ended) { try prompt.read("Password: ") }
        #expect(output.text() == "")
        // Its end is read by number only, so it must not be closed earlier.
        withExtendedLifetime(input) {}
    }

    @Test("A line of 4,096 bytes is read, a longer one refused")
    func lengthIsBounded() throws {
        let input = try Pipe()
        let prompt = SecretPrompt(input: input.reading)
        let longest = String(repeating: "x", count: 4096)
        input.write(longest + "\n" + longest + "x\n")
        #expect(try prompt.read("") == longest)
        #expect(throws: SecretPrompt.Failure.tooLong) { try prompt.read("") }
        withExtendedLifetime(input) {}
        #expect(throws: SecretPrompt.Failure.system(9)) { try SecretPrompt(input: -1).read("") }
    }

    /// Types keys once the question shows; returns the secret, the screen after the question, and
    /// whether the terminal is as it was.
    ///
    /// The person has a thread: tasks would wait for each other where there are few processors.
    private func typed(
        _ keys: [UInt8]
    ) throws -> (Result<String, SecretPrompt.Failure>, String, Bool) {
        let terminal = try PseudoTerminal()
        #expect(terminal.isEchoing)
        Thread.detachNewThread {
            _ = terminal.waitForScreen(endingWith: "Password: ")
            terminal.type(keys)
        }
        let output = TextOutput(descriptor: terminal.device)
        let prompt = SecretPrompt(input: terminal.device, output: output)
        let result = Result { () throws(SecretPrompt.Failure) in try prompt.read("Password: ") }
        return (result, terminal.waitForScreen(endingWith: "\n"), terminal.isEchoing)
    }
}
