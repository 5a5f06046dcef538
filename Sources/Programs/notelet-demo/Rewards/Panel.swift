import Foundation
import NoteletClient

/// The people of the story, and what they are asked.
struct Panel: Sendable {
    let stage: Stage
    let backstage: Backstage
    let calendar: StoryCalendar
    /// Somebody in Seoul.
    let sujin: Person
    /// Somebody in Los Angeles.
    let mike: Person

    /// What a survey of the story gives.
    static let reward: Int64 = 150
    /// What the first answered survey gives on top.
    static let firstReward: Int64 = 20
    /// What a streak of three days gives.
    static let streakReward: Int64 = 30
    /// What checking in gives, once it is claimed.
    static let missionReward: Int64 = 5

    /// Answers to both questions of a survey.
    static func answers(_ text: String) -> [SurveyAnswer] {
        [SurveyAnswer(choices: [1]), SurveyAnswer(text: text)]
    }

    /// Has the operator make a survey that is called by its title; answers its id as the operator
    /// writes it.
    @discardableResult
    func makeSurvey(_ title: String, category: String = "product") async throws -> String {
        let file = backstage.place(for: "survey.json")
        let text = """
            {
              "title": "\(title)", "category": "\(category)", "reward": \(Self.reward),
              "estimated_minutes": 5, "expires_at": "\(calendar.date(200))",
              "questions": [
                {"text": "얼마나 자주?", "kind": "one_choice", "options": ["매일", "가끔"]},
                {"text": "왜?", "kind": "text", "maximum": 200}
              ]
            }
            """
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let words = ["rewards", "survey", "create", file, "--reference", title]
        let made = try await backstage.admin(words + ["--json", "--quiet"])
        let document = try JSONDecoder().decode(MadeSurvey.self, from: Data(made.utf8))
        return document.survey.id
    }

    /// All surveys that somebody can answer.
    func surveys(of person: Person) async throws -> [Survey] {
        try await all(person.notelet.listAvailable())
    }

    /// All transactions of somebody, newest first.
    func transactions(of person: Person) async throws -> [PointTransaction] {
        try await all(person.notelet.listTransactions())
    }

    /// All that a list has.
    func all<Item: Sendable>(_ pages: PageSequence<Item>) async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages { items += page.items }
        return items
    }

    private struct MadeSurvey: Decodable {
        struct Survey: Decodable { let id: String }
        let survey: Survey
    }
}

/// The days of the story: day 0 begins at the next midnight in UTC.
struct StoryCalendar: Sendable {
    private let clock: MovedClock
    private let start: Int64

    private static let secondsPerDay: Int64 = 86_400

    /// Begins with the next midnight of the machine's clock.
    init(_ clock: MovedClock) {
        self.clock = clock
        let now = Int64(Date().timeIntervalSince1970)
        start = (now / Self.secondsPerDay + 1) * Self.secondsPerDay
    }

    /// Lets the server's clock be at an hour of a day, in UTC.
    func go(toDay day: Int64, hour: Int64) throws {
        try clock.set(to: (start + day * Self.secondsPerDay + hour * 3_600) * 1_000)
    }

    /// The hour of the story in which a moment lies, counted from the beginning of day 0.
    func hour(of moment: Timestamp?) -> Int64? {
        moment.map { ($0.seconds - start) / 3_600 }
    }

    /// The date of a day, as UTC has it.
    func date(_ day: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(start + day * Self.secondsPerDay))
            .formatted(.iso8601.year().month().day())
    }
}

extension PointTransaction {
    /// By how much the balance rose.
    var change: Int64 { entry?.change ?? 0 }
    /// The balance afterwards.
    var balance: Int64 { entry?.balance ?? 0 }
}
