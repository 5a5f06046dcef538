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
