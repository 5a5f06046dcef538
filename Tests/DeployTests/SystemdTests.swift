import Foundation
import TestSupport
import Testing

/// The units are right by systemd's own judgement, and leave little open.
@Suite struct SystemdTests {
    private let folder = TemporaryDirectory()

    /// Puts the units into a folder, with the server that was built in place of the installed one.
    private func prepareUnits() throws -> [String] {
        try ["notelet-server.service", "notelet-server.socket"].map { name in
            let unit = try DeployFolder.text(of: "systemd/" + name).replacing(
                "/usr/sbin/notelet-server",
                with: ProgramRun.path(ofProduct: "notelet-server")
            )
            try unit.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
            return folder.path(name)
        }
    }

    @Test("systemd finds nothing wrong with the units")
    func unitsAreRight() async throws {
        let units = try prepareUnits()
        let run = try await ProgramRun.run(
            "/usr/bin/systemd-analyze",
            ["verify", "--man=no"] + units
        )
        #expect(run.exitCode == 0)
        #expect(run.output + run.errorOutput == "")
    }

    @Test("A unit that systemd does not understand is found")
    func mistakesAreFound() async throws {
        let path = try prepareUnits()[0]
        let unit = try String(contentsOfFile: path, encoding: .utf8)
        try unit.replacing("ProtectHome=yes", with: "ProtectHomes=yes")
            .write(toFile: path, atomically: false, encoding: .utf8)
        let run = try await ProgramRun.run(
            "/usr/bin/systemd-analyze",
            ["verify", "--man=no", path]
        )
        #expect(run.errorOutput.contains("ProtectHomes"))
    }

    @Test("The service is exposed by less than 1.5 of 10")
    func serviceIsHardened() async throws {
        let path = try prepareUnits()[0]
        let run = try await ProgramRun.run(
            "/usr/bin/systemd-analyze",
            ["security", "--offline=true", "--threshold=15", "--no-pager", path]
        )
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("Overall exposure level"))
    }

    @Test("The user is one that systemd can make")
    func userIsRight() async throws {
        let run = try await ProgramRun.run(
            "/usr/bin/systemd-sysusers",
            [
                "--dry-run", "--root=\(folder.path)",
                DeployFolder.path(of: "systemd/notelet.sysusers"),
            ]
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("Creating user 'notelet' (Notelet server)"))
    }

    @Test("Each setting of the default configuration is one that the server reads")
    func settingsAreKnown() async throws {
        let help = try await ProgramRun.run(
            "notelet-server",
            ["--help"],
            environment: ["COLUMNS": "100"]
        )
        let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let settings = try DeployFolder.text(of: "systemd/server.env").split(separator: "\n")
            .compactMap { $0.wholeMatch(of: /#?([A-Z_]+)=(.+)/) }
        #expect(settings.count > 5)
        let own: Set = ["NOTELET_STORE", "NOTELET_KEY_FILE"]
        for setting in settings {
            let (name, value) = (String(setting.1), String(setting.2))
            #expect(text.contains("environment: \(name)]"))
            // What is commented out is the default, but for places that the system gives.
            #expect(own.contains(name) || text.contains("default: \(value); environment: \(name)]"))
        }
    }
}
