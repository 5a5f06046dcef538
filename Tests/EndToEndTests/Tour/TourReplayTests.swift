import Foundation
import TestSupport
import Testing

/// TOUR.md shows what programs do: each command of it is typed again.
///
/// With `NOTELET_RECORD_TOUR=1` in the environment of the tests, what they show now is written into
/// the document.
@Suite(.timeLimit(.minutes(2)))
struct TourReplayTests {
    @Test("Each command of the tour shows what the document says")
    func replay() async throws {
        let tour = Tour(try String(contentsOf: Tour.url, encoding: .utf8))
        try #require(tour.steps.count > 15)
        let shell = try TourShell()
        let socket = shell.folder.path("admin.sock")
        let start = TourMasks([
            "127.0.0.1:7575": "127.0.0.1:0", "127.0.0.1:9464": "127.0.0.1:0",
            "/tmp/notelet-admin.sock": socket,
        ])
        shell.run(start.command(tour.server) + " > server.out 2> server.log &")
        shell.run("until grep -q http: server.out || ! kill -0 $!; do sleep 0.05; done")
        let addresses = try String(contentsOfFile: shell.folder.path("server.out"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let places = [
            "127.0.0.1:7575": try place(in: addresses, "tcp://"),
            "127.0.0.1:9464": try place(in: addresses, "http://"),
            "/tmp/notelet-admin.sock": socket,
        ]
        shell.run("export NOTELET_SERVER=tcp://\(places["127.0.0.1:7575"] ?? "")")
        var masks = TourMasks(places)
        var replayed: [Tour.Step] = []
        var isServerGone = false
        for step in tour.steps {
            if step.isServerGone, !isServerGone {
                shell.run("kill $!; wait $!")
                // The shell may tell of the end before its next prompt.
                shell.run(":")
                isServerGone = true
            }
            let command = masks.command(step.command)
            let shown = shell.run(command).map { documented($0, places) }
            compare(step, shown)
            for (old, new) in zip(step.shown, shown) { masks.learn(old, new) }
            var other = Tour.Step(
                line: step.line,
                command: documented(command, places),
                isServerGone: step.isServerGone
            )
            other.shown = shown
            replayed.append(other)
        }
        await shell.end()
        if ProcessInfo.processInfo.environment["NOTELET_RECORD_TOUR"] == "1" {
            try tour.text(showing: replayed).write(to: Tour.url, atomically: true, encoding: .utf8)
        }
    }

    @Test("What is the same but for ids, times and figures is the same, and nothing else is")
    func masks() {
        let old = "│ 6b252302 │ 2026-11-23 16:42 │ ← 익명 │ free │ 76664328192 bytes  │"
        let new = "│ 00c0ffee │ 2027-01-02 01:23 │ ← 익명 │ free │ 1 bytes │"
        #expect(TourMasks.masked(old) == TourMasks.masked(new))
        #expect(TourMasks.masked(old) != TourMasks.masked(new.replacing("익명", with: "minji")))
        #expect(TourMasks.masked("17 records") != TourMasks.masked("18 records"))
        var masks = TourMasks([:])
        masks.learn(old, new)
        #expect(
            masks.command("answer 6b252302 --since 2026-11-23")
                == "answer 00c0ffee --since 2027-01-02"
        )
    }

    @Test("A document is read, and written with what is shown now")
    func document() {
        let text = """
            # A tour

                server --one \\
                    --two

            Words.

                $ first
                one

                two
                $ second

            <!-- the server has ended -->

                $ third
                three

            """
        let tour = Tour(text)
        #expect(tour.server.split(separator: " ") == ["server", "--one", "--two"])
        #expect(tour.steps.map(\.command) == ["first", "second", "third"])
        #expect(tour.steps.map(\.shown) == [["one", "", "two"], [], ["three"]])
        #expect(tour.steps.map(\.isServerGone) == [false, false, true])
        #expect(tour.text(showing: tour.steps) == text)
    }

    private func compare(_ step: Tour.Step, _ shown: [String]) {
        let place = "TOUR.md:\(step.line): \(step.command)"
        #expect(step.shown.count == shown.count, "\(place)\n\(shown.joined(separator: "\n"))")
        for (index, (old, new)) in zip(step.shown, shown).enumerated() {
            let isSame = TourMasks.masked(old) == TourMasks.masked(new)
            #expect(isSame, "\(place)\nline \(index + 1) said: \(old)\nand now says: \(new)")
        }
    }

    private func place(in addresses: [String], _ scheme: String) throws -> String {
        String(try #require(addresses.first { $0.hasPrefix(scheme) }).dropFirst(scheme.count))
    }

    /// A text of this replay with the places that the document names.
    private func documented(_ text: String, _ places: [String: String]) -> String {
        places.reduce(text) { $0.replacing($1.value, with: $1.key) }
    }
}
