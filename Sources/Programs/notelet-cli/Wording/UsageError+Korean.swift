import CommandLineInterface

extension UsageError {
    /// The whole line for somebody who reads Korean; nil for whoever reads English.
    ///
    /// The language is that of the environment, or of `--lang` in a command line that may be wrong
    /// otherwise.
    static func wording(
        _ error: UsageError,
        _ arguments: [String],
        _ environment: [String: String]
    ) -> String? {
        let name = GlobalOptions.language.parameter.spelling
        let words = Array(arguments.prefix { $0 != "--" })
        let following = Array(zip(words, words.dropFirst())).last { $0.0 == name }?.1
        let attached = words.last { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
        let chosen = (following ?? attached.map(String.init)).flatMap(Language.init(rawValue:))
        guard chosen ?? Language(environment: environment) == .korean else { return nil }
        let command = error.commandPath.joined(separator: " ")
        return "\(command): \(error.korean) '\(command) --help'에 설명이 있습니다.".terminalSafe
    }

    private var korean: String {
        switch problem {
        case .unknownOption(let name, let nearest):
            "'\(name)' 옵션은 없습니다.\(Self.hint(nearest))"
        case .unknownCommand(let name, let nearest, let known):
            "'\(name)' 명령은 없습니다."
                + (nearest == nil ? Self.list(known) : Self.hint(nearest))
        case .missingCommand(let known):
            "명령을 지정해야 합니다.\(Self.list(known))"
        case .missingValue(let option):
            "\(option)에는 값이 필요합니다."
        case .optionForValue(let word, let option):
            "\(option)에는 값이 필요한데 '\(word)'은(는) 옵션입니다. 값이라면 '\(option)=\(word)'라고 쓰시기 바랍니다."
        case .valueOfFlag(let option, let value):
            "\(option)은(는) 값을 받지 않습니다. '=\(value)'을(를) 빼시기 바랍니다."
        case .invalidValue(let text, let name, let words, let nearest):
            "'\(text)'은(는) \(name)에 쓸 수 없는 값입니다."
                + (nearest == nil ? Self.list(words) : Self.hint(nearest))
        case .missing(let name, let environmentName):
            "\(name)을(를) 지정해야 합니다."
                + (environmentName.map { " 환경 변수 \($0)(으)로도 지정할 수 있습니다." } ?? "")
        case .surplusArgument(let text):
            "'\(text)'은(는) 남는 인수입니다."
        case .notText(let text):
            "'\(text)' 인수가 UTF-8 텍스트가 아닙니다."
        case .other:
            "\(message)."
        }
    }

    private static func hint(_ nearest: String?) -> String {
        nearest.map { " '\($0)'을(를) 쓰려고 했습니까?" } ?? ""
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "" : " 쓸 수 있는 것: \(words.joined(separator: ", "))."
    }
}
