/// What a program tells its caller when it ends; from 64 on the numbers are those of sysexits.h.
package enum ExitCode: Int32, Sendable, CaseIterable, Error {
    /// All went well.
    case success = 0
    /// A rule refused the request, or a check failed.
    case refused = 1
    /// What was checked is damaged.
    case damaged = 2
    /// What was to be checked cannot be read at all.
    case unreadable = 3
    /// The command line does not fit the program.
    case usage = 64
    /// Data read from a file or from standard input is wrong.
    case badData = 65
    /// The server or a resource cannot be reached.
    case unreachable = 69
    /// The program itself is wrong.
    case bug = 70
    /// Reading or writing failed.
    case inputOutput = 74
    /// Time ran out; the same call may succeed later.
    case timeout = 75
    /// The other side spoke another protocol.
    case protocolViolation = 76
    /// Nobody is logged in, or this one may not do it.
    case authentication = 77
    /// A configuration is wrong.
    case configuration = 78
    /// SIGINT ended the program.
    case interrupted = 130
    /// SIGTERM ended the program.
    case terminated = 143

    /// The meaning in a few words, for manual pages.
    package var meaning: String {
        switch self {
        case .success: "success"
        case .refused: "refused by a rule, or a check failed"
        case .damaged: "what was checked is damaged"
        case .unreadable: "what was to be checked cannot be read"
        case .usage: "wrong usage of the command line"
        case .badData: "bad input data"
        case .unreachable: "server or resource out of reach"
        case .bug: "internal error, please report it"
        case .inputOutput: "input or output failed"
        case .timeout: "time ran out, try again"
        case .protocolViolation: "protocol error of the other side"
        case .authentication: "not logged in or not permitted"
        case .configuration: "wrong configuration"
        case .interrupted: "interrupted (SIGINT)"
        case .terminated: "terminated (SIGTERM)"
        }
    }
}
