import CLinux
import Glibc

/// An open file descriptor that is closed when its owner lets go of it.
struct Descriptor: ~Copyable {
    let rawValue: Int32

    init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    deinit {
        _ = Glibc.close(rawValue)
    }

    /// Gives the number away; from here on the caller closes it.
    consuming func release() -> Int32 {
        let released = rawValue
        discard self
        return released
    }
}

extension Descriptor {
    /// Opens a stream socket that does not block and is closed in child programs.
    static func openSocket(family: Int32) throws(SystemError) -> Descriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return Descriptor(try systemCall("socket") { socket(family, Int32(kind), 0) })
    }

    /// Takes the next waiting connection of a listening socket; throws `EAGAIN` when none waits.
    borrowing func acceptConnection() throws(SystemError) -> Descriptor {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return Descriptor(
            try systemCall("accept4") { accept4(rawValue, nil, nil, flags) }
        )
    }

    /// Gives a socket its own address.
    borrowing func bind(to address: RawAddress) throws(SystemError) {
        try systemCall("bind") {
            unsafe address.withPointer { unsafe Glibc.bind(rawValue, $0, $1) }
        }
    }
}
