import CommandLineInterface
import Glibc
import Logging
import Serving
import TTRPC
import TestSupport
import Testing

@testable import AccountService
@testable import notelet_server

@Suite("Configuration")
struct ConfigurationTests {
    @Test("The settings are all options but those that name or check the configuration")
    func settingsAreComplete() {
        let names = ServerCommand.root.settings.map(\.name)
        let others = ServerCommand.root.options.map(\.name).filter { !names.contains($0) }
        #expect(others == ["config", "check-config"])
        for setting in ServerCommand.root.settings {
            let word = setting.name.uppercased().replacing("-", with: "_")
            #expect(setting.environmentName == "NOTELET_" + word)
        }
        #expect(ServerCommand.Options.live.allSatisfy { names.contains($0.parameter.name) })
    }

    @Test("What a reload cannot take over is named")
    func fixedSettingsAreNamed() throws {
        let old = try configuration(["--store", "s"])
        let new = try configuration(
            ["--store", "t", "--log-level", "debug", "--slow-request-time", "2s", "--insecure"]
        )
        #expect(new.fixedSettings(thatDifferFrom: old) == ["insecure"])
        #expect(old.fixedSettings(thatDifferFrom: old) == [])
        #expect(new.live.logLevel == .debug && new.live.slowRequestTime == .seconds(2))
    }

    @Test("The limits that the options default to are those of the code")
    func limitsAreThoseOfTheCode() throws {
        #expect(try configuration(["--store", "s"]).live.limits == ServiceLimits())
        let limits = try configuration(["--store", "s", "--guests", "none", "--exports", "7/day"])
            .live.limits
        var expected = ServiceLimits()
        expected.rates[.guests] = nil
        expected.rates[.exports] = Rate(7, per: .day)
        #expect(limits == expected)
    }

    @Test("Places to listen are read and written", arguments: ["fd://3", "unix:///a"])
    func placesAreRead(text: String) {
        #expect(ListeningPlace(text)?.description == text)
        for wrong in ["fd://2", "fd://", "fd://x", "fd://99999999999", "3", "tcp://"] {
            #expect(ListeningPlace(wrong) == nil)
        }
    }

    /// Settings for which nothing, or next to nothing, means something that their help tells.
    private static let zeros: [String: String] = [
        "busy-wait": "0 spends nothing", "drain-time": "0 ends them at once",
        "password-queue": "may wait",
        "password-wait": "0 refuses it at once", "scrub-rate": "0 looks at none",
        "slow-request-time": "0 logs none",
    ]

    @Test(
        "No time, size, number or rate is taken that nobody can mean",
        arguments: ServerCommand.root.settings.filter {
            ["TIME", "SIZE", "NUMBER", "RATE"].contains($0.placeholder)
        }
    )
    func absurdValues(setting: Parameter) throws {
        func isTaken(_ text: String) -> Bool {
            let words = ["--store", "s", "--" + setting.name, text]
            return (try? configuration(words)) != nil
        }
        let (zeros, giants) =
            switch setting.placeholder {
            case "TIME": (["0", "0s"], ["106751d", "9223372036854775807ns"])
            case "SIZE": (["0", "0MiB"], ["8388607TiB", "9223372036854775807"])
            case "NUMBER": (["0"], ["9223372036854775807"])
            default: (["0/s", "0/day"], ["9223372036854775807/s"])
            }
        if let meaning = Self.zeros[setting.name] {
            #expect(setting.help.contains(meaning))
        } else {
            for text in zeros { #expect(!isTaken(text), "\(setting.name) \(text)") }
        }
        for text in giants { #expect(!isTaken(text), "\(setting.name) \(text)") }
        for text in setting.defaults { #expect(isTaken(text)) }
        #expect(ServerCommand.root.settings.contains { $0.name == "erasure-time" })
    }

    @Test("Passed sockets take the place of the default address and join those that were named")
    func passedSocketsAreServed() throws {
        let socket = try ListeningDescriptor(host: INADDR_LOOPBACK)
        let passed = ListeningPlace.descriptor(socket.number)
        let byDefault = try configuration(["--store", "s"])
        let address = try Address("tcp://127.0.0.1:7575")
        #expect(try byDefault.places(inherited: []) == [.address(address)])
        #expect(try byDefault.places(inherited: [socket.number]) == [passed])
        let named = try configuration(["--store", "s", "--listen", "tcp://127.0.0.1:7575"])
        #expect(try named.places(inherited: [socket.number]) == [.address(address), passed])
        let twice = try configuration(["--store", "s", "--listen", "\(passed)"])
        #expect(try twice.places(inherited: [socket.number]) == [passed])
        let doubled = ["--store", "s", "--listen", "\(passed)", "--listen", "\(passed)"]
        let wrong = try configuration(doubled)
        #expect(throws: CommandFailure.self) { try wrong.places(inherited: []) }
    }

    @Test("A passed socket that is none, or that reaches too far, is refused")
    func passedSocketsAreChecked() throws {
        let open = try ListeningDescriptor(host: INADDR_ANY)
        let careful = try configuration(["--store", "s"])
        #expect(throws: CommandFailure.self) { try careful.places(inherited: [open.number]) }
        let careless = try configuration(["--store", "s", "--insecure"])
        #expect(try careless.places(inherited: [open.number]).count == 1)
        #expect(throws: CommandFailure.self) { try careless.places(inherited: [1_000_000]) }
    }

    @Test("Variables of the other programs may be set, as they say themselves")
    func foreignVariablesAreKnown() async throws {
        for program in ["notelet-cli", "notelet-admin"] {
            let page = try await ProgramRun.run(program, ["--man-page"]).output
                .replacing("\\", with: "")
            let names = page.matches(of: /NOTELET_[A-Z_]+/).map { String($0.0) }
            #expect(names.count > 2)
            let parser = CommandLineParser(
                ServerCommand.root,
                environment: Dictionary(names.map { ($0, "") }) { $1 }
            )
            _ = try parser.parse(["--store", "s"])
        }
    }

    @Test(
        "The mode of sockets is what chmod takes, and keeps the server itself in",
        arguments: [("600", 0o600), ("0660", 0o660), ("777", 0o777), ("060", nil), ("66", nil)]
            + [("888", nil), ("rw-", nil), ("1600", nil), ("", nil)] as [(String, UInt32?)]
    )
    func socketModes(text: String, mode: UInt32?) {
        #expect(ValueSyntax<UInt32>.fileMode.parse(text) == mode)
    }

    private func configuration(_ arguments: [String]) throws -> Configuration {
        let parser = CommandLineParser(ServerCommand.root, environment: [:])
        guard case .run(let invocation) = try parser.parse(arguments) else { throw ExitCode.bug }
        return try Configuration(invocation)
    }
}

/// A TCP socket that listens at a port of the system's choice.
private final class ListeningDescriptor {
    let number: Int32

    init(host: UInt32) throws {
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(number, $0.baseAddress, length) }
        }
        try #require(result == 0 && listen(number, 1) == 0)
    }

    deinit {
        close(number)
    }
}
