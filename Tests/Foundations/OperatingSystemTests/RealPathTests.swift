import Foundation
import OperatingSystem
import TestSupport
import Testing

@Suite("Real paths")
struct RealPathTests {
    private let folder = TemporaryDirectory()

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("a/b"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: folder.path("a/b")
        )
        // Links that lead nowhere, and two that lead to each other.
        let others = [
            ("there", folder.path("gone/x")), ("a/back", "../gone/y"), ("one", "two"),
            ("two", "one"),
        ]
        for (name, target) in others {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name),
                withDestinationPath: target
            )
        }
    }

    @Test(
        "All ways to name a place are one, be it there or not",
        arguments: [
            ("a/b", "a/b"), ("a//b/", "a/b"), ("./a/./b", "a/b"), ("a/b/../b", "a/b"),
            ("link", "a/b"), ("link/", "a/b"), ("link/..", "a"), ("link/new", "a/b/new"),
            ("a/b/new/", "a/b/new"), ("link/../new/x", "a/new/x"), ("new/../a/b", "a/b"),
            ("new/x/../y", "new/y"), ("there", "gone/x"), ("there/z", "gone/x/z"),
            ("a/back/", "gone/y"), ("a/back/../y", "gone/y"),
        ]
    )
    func samePlaces(path: String, place: String) {
        #expect(RealPath(folder.path(path)) == RealPath(folder.path(place)))
    }

    @Test(
        "What lies in a folder is told from what has a name that only begins like it",
        arguments: [
            ("a/b", "a", true), ("a", "a", true), ("link/new", "a", true), ("a", "a/b", false),
            ("ab", "a", false), ("a/../c", "a", false), ("link/../../c", "a", false),
        ]
    )
    func within(path: String, place: String, isWithin: Bool) {
        #expect(RealPath(folder.path(path)).isWithin(RealPath(folder.path(place))) == isWithin)
    }

    @Test("Links that lead to each other are a place all the same")
    func loop() {
        #expect(RealPath(folder.path("one")).isWithin(RealPath(folder.path)))
    }

    @Test("A path has no slash at its end, but for the root", arguments: ["a", "a/", "a//"])
    func finalSlashes(path: String) {
        #expect(path.withoutFinalSlashes == "a" && ("/" + path).withoutFinalSlashes == "/a")
        #expect("//".withoutFinalSlashes == "/" && "".withoutFinalSlashes == "")
    }

    @Test("The folders around a place end with the root")
    func enclosing() {
        let texts = RealPath("/surely/not/there").enclosing.map(\.text)
        #expect(texts == ["/surely/not", "/surely", "/"])
        #expect(RealPath("/").enclosing.isEmpty)
        #expect(RealPath("x").text == FileManager.default.currentDirectoryPath + "/x")
    }
}
