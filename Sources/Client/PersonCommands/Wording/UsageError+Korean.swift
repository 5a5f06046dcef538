import CommandLineInterface

extension UsageError {
    /// The whole line for somebody who reads Korean.
    var korean: String {
        let command = commandPath.joined(separator: " ")
        return "\(command): \(koreanMessage) '\(command) --help'에 설명이 있습니다.".terminalSafe
    }

    private var koreanMessage: String {
        switch problem {
        case .unknownOption(let name, let nearest):
            "'\(name)' 옵션은 없습니다.\(Self.hint(nearest))"
        case .unknownCommand(let name, let nearest, let known):
            "'\(name)' 명령은 없습니다."
                + (nearest == nil ? Self.list(known) : Self.hint(nearest))
        case .missingCommand(let known):
            "명령을 지정해야 합니다.\(Self.list(known))"
        case .missingValue(let option, let expectation, let words):
            "\(option)에는 값이 필요합니다." + Self.list(words, or: expectation)
        case .optionForValue(let word, let option):
            "\(option)에는 값이 필요한데 '\(word)'은(는) 옵션입니다. 값이라면 '\(option)=\(word)'라고 쓰시기 바랍니다."
        case .valueOfFlag(let option, let value):
            "\(option)은(는) 값을 받지 않습니다. '=\(value)'을(를) 빼시기 바랍니다."
        case .invalidValue(let value):
            Self.complaint(about: value)
        case .missing(let name, let environmentName):
            "\(name.text(in: .korean))을(를) 지정해야 합니다."
                + (environmentName.map { " 환경 변수 \($0)(으)로도 지정할 수 있습니다." } ?? "")
        case .surplusArgument(let text):
            "'\(text)'은(는) 남는 인수입니다."
        case .notText(let text):
            "'\(text)' 인수가 UTF-8 텍스트가 아닙니다."
        case .other:
            "명령줄이 올바르지 않습니다. (\(message))"
        }
    }

    private static func complaint(about value: InvalidValue) -> String {
        let name = value.name.text(in: .korean)
        let place =
            switch value.origin {
            case .environment(let variable): "\(name)(환경 변수 \(variable))"
            case .file(let file): "\(file)의 \(name)"
            case .commandLine, .declaredDefault, .absent: name
            }
        let complaint = "'\(value.text)'은(는) \(place)에 쓸 수 없는 값입니다."
        if value.nearest != nil { return complaint + hint(value.nearest) }
        return complaint + list(value.words, or: value.expectation)
    }

    private static func hint(_ nearest: String?) -> String {
        nearest.map { " '\($0)'을(를) 쓰려고 했습니까?" } ?? ""
    }

    private static func list(_ words: [String], or expectation: Wording) -> String {
        list(words.isEmpty ? [expectation.text(in: .korean)] : words)
    }

    private static func list(_ words: [String]) -> String {
        words.isEmpty ? "" : " 쓸 수 있는 것: \(words.joined(separator: ", "))."
    }
}
