import CommandLineInterface
import Foundation

extension CommandContext {
    /// The user who runs this program, and whose log-in it was.
    static var operatorName: String {
        let environment = Terminal.environment
        let name = NSUserName()
        guard let login = environment["SUDO_USER"], login != name else { return name }
        return "\(name) (\(login))"
    }
}
