import CommandLineInterface
import Domain
import Testing

@testable import OperatorCommands

@Suite("Commands that do something")
struct DeedTests {
    private static func command(
        confirming: (@Sendable (CommandContext) -> Command.Caution)? = nil
    ) -> Command {
        Command(
            "act",
            summary: "Act",
            options: [Reason.optional],
            confirming: confirming,
            doing: { _, _ in Deed([], "") }
        )
    }

    @Test("One that asks takes --yes behind its own options, and no other does")
    func options() {
        let own = ServerOptions.ofServer.map(\.parameter.name) + ["reason"]
        #expect(Self.command().options.map(\.name) == own)
        let asking = Self.command { _ in ("a", "b") }
        #expect(asking.options.map(\.name) == own + ["yes"])
    }

    @Test("What may have been done all the same is told with its name, and what was not without")
    func names() {
        for code in ExitCode.allCases {
            let told = CommandFailure(code, "It failed.").telling("spring").message
            switch code {
            case .timeout, .unreachable, .protocolViolation, .badData:
                #expect(told.hasPrefix("It failed. With --reference spring "), "\(code)")
            default: #expect(told == "It failed.", "\(code)")
            }
        }
        let refused = CommandFailure(.badData, "", reason: "data_loss", fields: ["a": "b"])
        #expect(refused.telling("spring").reason == "data_loss")
        #expect(refused.telling("spring").fields == ["a": "b"])
        #expect(DeedName.new() != DeedName.new() && DeedName.new().utf8.count == 36)
    }

    @Test("The id of a thing is the whole one, in words that name the thing")
    func ids() throws {
        let parameter = Argument.id("ITEM", of: "an", "item").parameter
        #expect(parameter.name == "ITEM" && parameter.texts.placeholder.english == "ITEM")
        #expect(parameter.texts.expectation.english == "the whole id of an item")
        #expect(parameter.texts.help.english == "The whole id of the item.")
    }
}
