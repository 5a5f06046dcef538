import Foundation
import TestSupport
import Testing

/// The units are right by systemd's own judgement, and leave little open.
@Suite struct SystemdTests {
    private let folder = TemporaryDirectory()

    /// Puts the units into a folder, with the programs that were built in place of those installed.
    private func prepareUnits() throws -> [String] {
        try [
            "notelet-server.service", "notelet-server.socket", "notelet-backup.service",
            "notelet-backup.timer",
        ].map { name in
            var unit = try DeployFolder.text(of: "systemd/" + name)
            for program in ["notelet-server", "notelet-admin"] {
                let built = ProgramRun.path(ofProduct: program)
                unit = unit.replacing("/usr/sbin/" + program, with: built)
            }
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

    @Test("The services are exposed by less than 1.5 of 10", arguments: [0, 2])
    func serviceIsHardened(unit: Int) async throws {
        let path = try prepareUnits()[unit]
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
        // What is in sections is an example.
        let settings = try DeployFolder.text(of: "systemd/server.conf").split(separator: "\n")
            .prefix { !$0.hasPrefix("#[") }
            .compactMap { $0.wholeMatch(of: /#?([a-z-]+) = (.+)/) }
        #expect(settings.count > 5)
        let examples: Set = [
            "store", "listen", "admin-listen", "admin-web-listen", "tls-certificate", "tls-key",
            "shared-address", "metrics-listen", "retention-days", "web-listen", "web-origin",
            "trusted-proxy",
        ]
        for setting in settings {
            let (name, value) = (String(setting.1), String(setting.2))
            let variable = "NOTELET_" + name.uppercased().replacing("-", with: "_")
            #expect(text.contains("--\(name)") && text.contains("environment: \(variable)]"))
            #expect(
                examples.contains(name)
                    || text.contains("default: \(value); environment: \(variable)]")
            )
        }
    }

    @Test("The operator's program asks where the packaged server listens for it")
    func adminAddressesAgree() async throws {
        let text = try DeployFolder.text(of: "systemd/server.conf")
        let address = try #require(text.firstMatch(of: /(?m)^admin-listen = (.+)$/)).1
        let help = try await ProgramRun.run("notelet-admin", ["user", "list", "--help"])
        let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("[default: \(address); environment: NOTELET_ADMIN_SERVER]"))
    }

    @Test("The server takes the default configuration, and all that is commented out in it")
    func configurationIsTaken() async throws {
        let authority = CertificateAuthority()
        let issued = authority.issue()
        let folder = TemporaryDirectory()
        let text = try DeployFolder.text(of: "systemd/server.conf")
            .replacing("/etc/notelet/fullchain.pem", with: issued.certificatePath)
            .replacing("/etc/notelet/key.pem", with: issued.keyPath)
            .replacing("/var/lib/notelet", with: folder.path)
            .replacing("/run/notelet", with: folder.path)
        let path = folder.path + "/server.conf"
        for text in [text, text.replacing(/(?m)^#([a-z-]+ = |\[)/) { String($0.1) }] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let check = try await ProgramRun.run(
                "notelet-server",
                ["--check-config", "--config", path]
            )
            #expect(check.exitCode == 0, "\(check.errorOutput)")
        }
    }
}
