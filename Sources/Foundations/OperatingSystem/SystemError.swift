internal import Glibc

/// A refusal of the operating system.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the call left in `errno`, such as `ENOENT`.
    package let number: Int32

    /// Describes a refusal by its number.
    package init(_ number: Int32) {
        self.number = number
    }

    /// What the last call of this thread was refused for.
    static var last: SystemError { SystemError(errno) }

    /// The system's own words, without a full stop.
    package var description: String { String(cString: strerror(number)) }
}
