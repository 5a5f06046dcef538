import CommandLineInterface
import NoteletClient
import Testing

@testable import AccountCommands

@Suite("People for programs")
struct PeopleTests {
    @Test("What an account has not is null")
    func absent() {
        let text = User().json.text
        for name in ["id", "profile_image_url", "personal_link", "plan", "created_at"] {
            #expect(text.contains("\"\(name)\":null"), "\(text)")
        }
    }

    @Test("An account shows its link and its plan with all that they have")
    func whole() {
        let user = User(
            id: [UInt8](0..<16),
            username: "minji",
            personalLink: PersonalLink(token: "t", url: "u", shareableText: "s"),
            plan: Plan(kind: .premium)
        )
        let paths = user.json.columnPaths
        for path in ["personal_link.token", "personal_link.url", "plan.kind", "plan.expires_at"] {
            #expect(paths.contains(path))
        }
        #expect(user.json.text.contains("\"00010203-0405-0607-0809-0a0b0c0d0e0f\""))
        #expect(user.json.text.contains("\"kind\":\"premium\""))
    }
}
