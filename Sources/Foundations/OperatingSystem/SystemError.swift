internal import Glibc

/// A refusal of the operating system.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the call left in `errno`, such as `ENOENT`.
    package let number: Int32

    /// Describes a refusal by its number.
    package init(_ number: Int32) {
        self.number = number
    }

    /// What lies at a path is no plain file: what `PlainFile` refuses, by a number that no call
    /// leaves for another reason.
    package static let notPlainFile = SystemError(EMEDIUMTYPE)

    /// What the last call of this thread was refused for.
    static var last: SystemError { SystemError(errno) }

    /// The system's own words, without a full stop.
    package var description: String {
        self == .notPlainFile ? "it is no plain file" : String(cString: strerror(number))
    }
}
