package import CommandLineInterface

extension Wording {
    /// Keeps the same text in Korean and in English.
    package init(_ korean: String, _ english: String) {
        self.init(english: english, others: [Language.korean.rawValue: korean])
    }

    /// Adds Korean to what is declared elsewhere in English.
    func inKorean(_ korean: String) -> Wording {
        Wording(korean, english)
    }
}

/// The words that stand for values in help.
package enum Placeholder {
    /// An address.
    package static let address = Wording("주소", "ADDRESS")
    /// An id.
    package static let id = Wording("ID", "ID")
    /// A personal link.
    package static let link = Wording("링크", "LINK")
    /// A name.
    package static let name = Wording("이름", "NAME")
    /// Somebody.
    package static let person = Wording("사람", "PERSON")
    /// Some text.
    package static let text = Wording("내용", "TEXT")
}

extension ValueSyntax<String> {
    /// Any text, under the name that it has in help.
    package static func text(_ placeholder: Wording) -> ValueSyntax {
        text.named(placeholder, expectation: text.expectation.inKorean("텍스트"))
    }

    /// The path of a file.
    package static let path = file.named(
        file.placeholder.inKorean("파일"),
        expectation: file.expectation.inKorean("파일 경로")
    )
}

extension Argument<String> {
    /// Declares an argument that is any text.
    package static func text(_ placeholder: Wording, help: Wording) -> Argument {
        Argument(placeholder, .text(placeholder), help: help)
    }
}

extension Argument<String> {
    /// The name of a collection.
    package static let collection = Argument.text(
        Wording("컬렉션", "COLLECTION"),
        help: Wording("운영자가 만든 컬렉션의 이름입니다.", "The name of a collection, which operators make.")
    )
}

extension Argument<String?> {
    /// Declares an argument that is any text, or left out.
    package static func optionalText(_ placeholder: Wording, help: Wording) -> Argument {
        .optional(placeholder, .text(placeholder), help: help)
    }
}

extension Option<String> {
    /// Declares an option that is any text, and empty where it is absent.
    package static func text(_ name: String, help: Wording) -> Option {
        Option(name, .text(Placeholder.text), default: "", help: help)
    }
}

extension Option<String?> {
    /// Declares an option that is any text, or absent.
    package static func text(_ name: String, _ placeholder: Wording, help: Wording) -> Option {
        .optional(name, .text(placeholder), help: help)
    }
}

extension ValueSyntax<Int32> {
    /// A number of things.
    package static func count(in range: ClosedRange<Int32>) -> ValueSyntax {
        let syntax = number(in: range)
        return syntax.named(
            syntax.placeholder.inKorean("숫자"),
            expectation: syntax.expectation.inKorean(
                "\(range.lowerBound)에서 \(range.upperBound)까지의 정수"
            )
        )
    }
}

extension Wording {
    /// What a person reads of a yes or a no.
    package static func yesOrNo(_ isSo: Bool) -> Wording {
        isSo ? Wording("예", "yes") : Wording("아니요", "no")
    }
}
