import CommandLineInterface
import Glibc
import NoteletClient

/// The languages in which the service and this program speak.
package enum Language: String, CaseIterable {
    /// 한국어
    case korean = "ko"
    /// English
    case english = "en"

    /// The language of an environment, as POSIX finds it; anything but Korean is English.
    init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = locale?.hasPrefix("ko") == true ? .korean : .english
    }

    /// The language of whoever gave a command line, which may be wrong: that of its `--lang`, or
    /// else of the environment.
    init(arguments: [String], environment: [String: String]) {
        let name = GlobalOptions.language.parameter.spelling
        let words = Array(arguments.prefix { $0 != "--" })
        let following = Array(zip(words, words.dropFirst())).last { $0.0 == name }?.1
        let attached = words.last { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        let chosen = (following ?? attached.map(String.init)).flatMap(Language.init(rawValue:))
        self = chosen ?? Language(environment: environment)
    }

    /// Why the system refused, by the number of its error; in the system's words where it is rare.
    package func reason(ofSystemError number: Int32) -> String {
        let korean = self == .korean ? koreanReason(ofSystemError: number) : nil
        return korean ?? String(cString: strerror(number))
    }
}
