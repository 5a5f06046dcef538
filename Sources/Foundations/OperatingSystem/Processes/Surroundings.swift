/// What a program is given besides its arguments.
package struct Surroundings: Sendable {
    /// Its environment; nil for that of this process.
    package var environment: [String: String]?
    /// Its working folder; nil for that of this process.
    package var folder: String?
    /// Where its standard input comes from.
    package var input: Stream
    /// Where its standard output goes.
    package var output: Stream
    /// Where its standard error goes.
    package var errorOutput: Stream
    /// The process group that it belongs to.
    package var group: Group

    /// The far end of a standard stream.
    package enum Stream: Sendable, Equatable {
        /// /dev/null.
        case nothing
        /// The same stream of this process.
        case inherited
        /// An open descriptor of this process, which stays open here.
        case descriptor(Int32)
    }

    /// Who shares the signals that a terminal sends.
    package enum Group: Sendable {
        /// The group of this process: Ctrl-C reaches both.
        case inherited
        /// One of its own: Ctrl-C reaches this process alone, which has to end the other.
        case own
    }

    /// Describes surroundings; what is not named is nothing or that of this process.
    package init(
        environment: [String: String]? = nil,
        folder: String? = nil,
        input: Stream = .nothing,
        output: Stream = .nothing,
        errorOutput: Stream = .inherited,
        group: Group = .inherited
    ) {
        self.environment = environment
        self.folder = folder
        self.input = input
        self.output = output
        self.errorOutput = errorOutput
        self.group = group
    }
}
