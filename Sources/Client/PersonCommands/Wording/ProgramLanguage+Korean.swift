package import CommandLineInterface

extension ProgramLanguage {
    /// Korean, all of it.
    static let korean = {
        var language = ProgramLanguage(Language.korean.rawValue)
        language.headings.usage = "사용법"
        language.headings.commands = "명령"
        language.headings.arguments = "인수"
        language.headings.options = "옵션"
        language.headings.commonOptions = "공통 옵션"
        language.headings.command = "명령"
        language.headings.option = "옵션"
        language.notes.oneOf = "가능한 값"
        language.notes.required = "필수"
        language.notes.repeated = "여러 번 쓸 수 있음"
        language.notes.defaults = "기본값"
        language.notes.environment = "환경 변수"
        language.standardOptions.help = "이 도움말을 봅니다."
        language.standardOptions.version = "버전을 봅니다."
        language.standardOptions.completions = "이 프로그램의 명령줄을 완성하는 스크립트를 출력합니다."
        language.standardOptions.shell = "셸"
        language.standardOptions.manualPage = "매뉴얼 페이지를 출력합니다."
        language.isFittedToNarrow = true
        language.usageError = { $0.korean }
        language.writingFailure = { "출력할 수 없습니다: \(Language.korean.reason(ofSystemError: $0))." }
        language.internalError = { "내부 오류가 발생했습니다: \($0)" }
        return language
    }()

    /// The language of whoever gave a command line.
    package static func chosen(
        by arguments: [String],
        _ environment: [String: String]
    ) -> ProgramLanguage {
        switch Language(arguments: arguments, environment: environment) {
        case .korean: .korean
        case .english: .english
        }
    }
}
