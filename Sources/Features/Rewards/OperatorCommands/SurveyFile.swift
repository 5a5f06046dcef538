import CommandLineInterface
import Foundation
import NoteletAPI
import ProtobufCoding
import TextForms

/// A file with a survey that is to be made.
struct SurveyFile {
    /// The survey, as far as a file says what it is.
    let survey: Survey

    /// A whole file, for who writes another one.
    static let example = """
        {"title": "Coffee", "category": "product", "reward": 150, "estimated_minutes": 5, \
        "expires_at": "2027-01-31T15:00:00Z", "questions": [{"text": "How often?", "kind": \
        "one_choice", "options": ["Daily", "Seldom"]}, {"text": "Why?", "kind": "text"}]}
        """

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: `CommandFailure` that says what is wrong with it.
    init(path: String) throws(CommandFailure) {
        let name = path == "-" ? "Standard input" : path
        // With every character escaped, more than any survey has.
        try self.init(InputFile(path: path, byteCountMax: 4 << 20).content, name)
    }

    /// Reads what a file of a name holds.
    ///
    /// - Throws: `CommandFailure` that says what is wrong with it.
    init(_ bytes: Data, _ name: String) throws(CommandFailure) {
        do {
            survey = try JSONDecoder().decode(Document.self, from: bytes).survey.message
        } catch {
            let problem = (error as? WrongMember ?? WrongMember(error)).sentence
            throw CommandFailure(
                .badData,
                "\(name) is no survey: \(problem) A survey is such as \(Self.example)"
            )
        }
    }
}

/// A survey, bare or as lists show it.
private struct Document: Decodable {
    let survey: WrittenSurvey

    private enum CodingKeys: CodingKey { case survey }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        survey =
            members.contains(.survey)
            ? try members.decode(WrittenSurvey.self, forKey: .survey)
            : try WrittenSurvey(from: decoder)
    }
}

/// What a file says of a survey.
private struct WrittenSurvey: Decodable {
    let message: Survey

    private enum Member: String, CodingKey, CaseIterable {
        case title, description, category, questions, reward
        case estimatedMinutes = "estimated_minutes"
        case expiresAt = "expires_at"
        case submissionsMax = "submissions_max"
        // What lists show beside, and another survey does not get.
        case id, state
        case createdAt = "created_at"
        case closedAt = "closed_at"
        case submissionCount = "submission_count"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let written = try members.decode(String.self, forKey: .expiresAt)
        guard let end = MomentText.milliseconds(writtenAs: written) else {
            let path = members.codingPath + [Member.expiresAt]
            throw WrongMember(path, "is no time such as 2027-01-31T15:00:00Z")
        }
        message = Survey(
            title: try members.decode(String.self, forKey: .title),
            description: try members.decodeIfPresent(String.self, forKey: .description) ?? "",
            questions: try members.decode([WrittenQuestion].self, forKey: .questions)
                .map(\.message),
            reward: try members.decode(Int64.self, forKey: .reward),
            estimatedMinutes: try members.decodeIfPresent(Int32.self, forKey: .estimatedMinutes)
                ?? 0,
            expiresAt: Timestamp(seconds: end / 1_000, nanos: 0),
            category: try members.decode(String.self, forKey: .category),
            submissionsMax: try members.decodeIfPresent(Int32.self, forKey: .submissionsMax) ?? 0
        )
    }
}

/// What a file says of a question.
private struct WrittenQuestion: Decodable {
    let message: SurveyQuestion

    private enum Member: String, CodingKey, CaseIterable { case text, kind, options, maximum }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        let kind = try members.decode(String.self, forKey: .kind)
        guard let known = QuestionKind(plainName: kind) else {
            let names = QuestionKind.named.map(\.plainName).joined(separator: ", ")
            throw WrongMember(members.codingPath + [Member.kind], "is none of \(names)")
        }
        message = SurveyQuestion(
            text: try members.decode(String.self, forKey: .text),
            kind: known,
            options: try members.decodeIfPresent([String].self, forKey: .options) ?? [],
            maximum: try members.decodeIfPresent(Int32.self, forKey: .maximum) ?? 0
        )
    }
}

extension Decoder {
    /// The members of an object that has no others: a word that is mistyped is not passed over.
    fileprivate func members<Member: CodingKey & CaseIterable>(
        _: Member.Type
    ) throws -> KeyedDecodingContainer<Member> {
        let known = Set(Member.allCases.map(\.stringValue))
        let given = try container(keyedBy: AnyMember.self).allKeys.map(\.stringValue)
        if let stranger = given.sorted().first(where: { !known.contains($0) }) {
            let path = codingPath + [AnyMember(stringValue: stranger)]
            throw WrongMember(path, "is nothing that is known")
        }
        return try container(keyedBy: Member.self)
    }
}

/// A member of any name.
private struct AnyMember: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { return nil }
}

/// Where a document is not as it should be, and how.
private struct WrongMember: Error {
    let path: [any CodingKey]
    let problem: String

    init(_ path: [any CodingKey], _ problem: String) {
        (self.path, self.problem) = (path, problem)
    }

    /// Says what the decoder found.
    init(_ error: any Error) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            self.init(context.codingPath + [key], "is missing")
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            let problem = context.codingPath.isEmpty ? "is no object of JSON" : Self.otherType
            self.init(context.codingPath, problem)
        case DecodingError.dataCorrupted(let context):
            let problem = context.codingPath.isEmpty ? "is no JSON" : Self.otherType
            self.init(context.codingPath, problem)
        default: self.init([], "cannot be read")
        }
    }

    private static let otherType = "has a value of another type"

    /// What is wrong, with the place as people write it: `questions[1].kind`.
    var sentence: String {
        let place = path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue.terminalSafe
            }
        }
        return "\(place.isEmpty ? "it" : place) \(problem)."
    }
}
