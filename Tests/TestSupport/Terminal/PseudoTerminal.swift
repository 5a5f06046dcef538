import Glibc
import Locking
import OperatingSystem

/// A terminal that the test sits at: a program sees `device`, a person types at `keyboard`.
package final class PseudoTerminal: Sendable {
    /// The person's end: what is written is typed, what is read is on the screen.
    package let keyboard: Int32
    /// The program's end.
    package let device: Int32
    private let hasGivenUp = Mutex(false)

    /// Makes a terminal of 24 lines.
    ///
    /// - Parameter columns: The width of its screen.
    /// - Throws: `SystemError`.
    package init(columns: UInt16 = 80) throws {
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // Linux's numbers of TIOCSPTLCK and TIOCGPTN, which are too odd as macros to be imported.
        let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var lock: Int32 = 0
        var number: UInt32 = 0
        guard ioctl(keyboard, setLock, &lock) == 0, ioctl(keyboard, getNumber, &number) == 0 else {
            throw SystemError(errno)
        }
        device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemError(errno) }
    }

    deinit {
        close(device)
        close(keyboard)
    }

    /// Whether it shows what is typed and acts upon its keys, as it does for a shell's programs.
    package var isEchoing: Bool {
        var attributes = termios()
        tcgetattr(device, &attributes)
        return attributes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG)
    }

    /// Whether a text has been waited for in vain: no other is waited for then.
    package var isGivenUp: Bool { hasGivenUp.withLock { $0 } }

    /// Types bytes.
    package func type(_ bytes: [UInt8]) {
        _ = write(keyboard, bytes, bytes.count)
    }

    /// Reads the screen until it ends with a text, or patience is over.
    ///
    /// It compares bytes, since "\r\n" is one letter.
    ///
    /// - Parameter end: The text.
    /// - Returns: What was on the screen since the last reading.
    package func waitForScreen(endingWith end: String) -> String {
        let end = Array(end.utf8)
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        let patience = Patience()
        // One by one, for what follows is another reading's.
        while showsMore(patience), read(keyboard, &byte, 1) == 1 {
            bytes.append(byte)
            if byte == end.last, bytes.suffix(end.count) == end[...] { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until there is more on the screen; false if nothing comes.
    private func showsMore(_ patience: Patience) -> Bool {
        var watched = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        while !isGivenUp {
            if patience.isOver {
                hasGivenUp.withLock { $0 = true }
            } else if poll(&watched, 1, 1_000) == 1 {
                return true
            }
        }
        return false
    }

    /// Reads what is on the screen since the last reading, and waits for nothing.
    package func screen() -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        var watched = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        while poll(&watched, 1, 0) == 1 {
            let count = read(keyboard, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
