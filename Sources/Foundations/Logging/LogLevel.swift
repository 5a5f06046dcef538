/// How much an event matters to whoever runs a program.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// Something that must not happen has happened.
    case error
    /// Something that somebody should look at.
    case warning
    /// A step in the life of the program.
    case info
    /// Everything, down to each single request.
    case debug

    /// Orders levels by how much they matter.
    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.weight < right.weight
    }

    /// The place of the level in that order; it fits an atomic.
    var weight: UInt8 {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
