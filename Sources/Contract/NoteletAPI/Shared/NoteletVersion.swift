/// The version of Notelet: of the service, its contract in Swift, and every program.
package enum NoteletVersion {
    /// As `--version` shows it and `Health/Check` answers.
    package static let text = "0.1.0"
}
