import Foundation
import TestSupport
import Testing

/// The Debian package and the image say of the project what the project says of itself.
///
/// `make deb-test` installs and uses the package, `make docker-rehearsal` makes and uses the image.
@Suite struct PackageTests {
    @Test("The version of the package is that of the programs")
    func version() async throws {
        let changelog = try DeployFolder.text(of: "debian/changelog")
        let version = try #require(changelog.firstMatch(of: #/^notelet \(([0-9.]+)-[0-9]+\)/#)).1
        for program in ["notelet-server", "notelet-admin", "notelet-cli"] {
            let run = try await ProgramRun.run(program, ["--version"])
            #expect(run.output == "\(program) \(version)\n")
        }
    }

    @Test("No address is given that somebody could have, or could wait at in vain")
    func maintainer() throws {
        for file in ["debian/control", "debian/changelog"] {
            let hosts = try DeployFolder.text(of: file).matches(of: /<[^@>]+@([^>]+)>/).map(\.1)
            #expect(hosts == ["notelet.invalid"])
        }
    }

    @Test("What hosts and people look for is where they look, and its links lead somewhere")
    func communityFiles() throws {
        let root = DeployFolder.repository
        for name in [".github/CONTRIBUTING.md", ".github/SECURITY.md", "deploy/CHANGELOG.md"] {
            let file = root.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
            #expect(readme.contains("](\(name))"))
            for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/) where !link.1.contains("://") {
                let target = file.deletingLastPathComponent().appending(path: String(link.1))
                #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link.1)")
            }
        }
    }

    @Test("The image is built with the libraries that the Makefile names")
    func libraries() throws {
        let makefile = try String(
            contentsOf: DeployFolder.repository.appending(path: "Makefile"),
            encoding: .utf8
        ).replacing("\\\n", with: " ")
        let list = try #require(makefile.firstMatch(of: /BUILD_PACKAGES := (.+)/)).1
        let steps = try DeployFolder.text(of: "docker/Dockerfile")
            .replacing("\\\n", with: " ").split(separator: "\n")
        let install = try #require(steps.first { $0.hasPrefix("RUN apt-get") })
        let installed = install.split(separator: " ").filter { word in
            word.wholeMatch(of: /.+-dev|pkg-config/) != nil
        }
        #expect(Set(installed) == Set(list.split(separator: " ")))
    }

    @Test(
        "The scripts are ones that a shell can read",
        arguments: ["build", "test", "check-installed", "postinst", "prerm", "postrm"]
    )
    func scripts(name: String) async throws {
        let run = try await ProgramRun.run(
            "/bin/sh",
            ["-n", DeployFolder.path(of: "debian/" + name)]
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
    }
}
