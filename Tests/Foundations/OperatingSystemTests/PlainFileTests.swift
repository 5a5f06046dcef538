import Foundation
import Glibc
import OperatingSystem
import TestSupport
import Testing

@Suite("Plain files")
struct PlainFileTests {
    private static let openings = [
        O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_CREAT, O_RDWR | O_CREAT, O_RDONLY | O_NOFOLLOW,
    ]

    @Test(
        "Whatever is no plain file is refused, at once, and told",
        .timeLimit(.minutes(1)),
        arguments: StrangeItem.allCases
    )
    func strange(item: StrangeItem) throws {
        let folder = TemporaryDirectory()
        let path = folder.path("item")
        try item.make(at: path)
        #expect(PlainFile.kind(at: path)?.rawValue == item.rawValue)
        for flags in Self.openings {
            errno = 0
            #expect(PlainFile.open(path, flags | O_CLOEXEC) == -1)
            let isLink = item == .circle || item == .device && flags & O_NOFOLLOW != 0
            #expect(errno == (isLink ? ELOOP : SystemError.notPlainFile.number), "\(flags)")
        }
        let descriptor = PlainFile.openFileOrFolder(path)
        #expect((descriptor >= 0) == (item == .folder))
        if descriptor >= 0 { close(descriptor) }
    }

    @Test("A plain file is opened, by a link too, and made where it is asked for")
    func plain() throws {
        let folder = TemporaryDirectory()
        let path = folder.path("item")
        #expect(PlainFile.kind(at: path) == nil)
        #expect(PlainFile.open(path, O_RDONLY) == -1 && errno == ENOENT)
        let made = PlainFile.open(path, O_WRONLY | O_CREAT)
        #expect(write(made, "a", 1) == 1)
        close(made)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: path
        )
        for name in [path, folder.path("link")] {
            let found = PlainFile.open(name, O_RDONLY | O_CLOEXEC)
            var byte: UInt8 = 0
            #expect(read(found, &byte, 1) == 1 && byte == UInt8(ascii: "a"))
            close(found)
        }
    }

    @Test("The reason is told in words")
    func words() {
        #expect(SystemError.notPlainFile.description == "it is no plain file")
        #expect(SystemError(ENOENT).description == "No such file or directory")
    }
}
