import CommandLineInterface
import NoteletClient
import PersonCommands

extension CommandContext {
    /// An account, a line for each fact.
    func text(of user: User) -> String {
        let link = user.personalLink?.url ?? phrase("꺼짐", "switched off")
        var facts: [(String, String)] = [
            (phrase("이름", "Username"), user.username),
            (phrase("이메일", "E-mail"), user.email),
            (phrase("링크", "Link"), link),
            (phrase("쪽지 허용", "Notes from"), name(of: user.senderPolicy)),
            (
                phrase("익명 쪽지 시각", "Anonymous times"),
                user.coarseTimes ? phrase("날짜만", "the day") : phrase("분까지", "to the minute")
            ),
            (phrase("요금제", "Plan"), name(of: user.plan?.kind ?? .free)),
            (phrase("가입", "Since"), user.createdAt.localText),
        ]
        if let end = user.plan?.expiresAt {
            facts.append((phrase("요금제 만료", "Plan until"), end.localText))
        }
        if !user.profileImageURL.isEmpty {
            facts.append((phrase("사진", "Picture"), user.profileImageURL))
        }
        return lines(facts)
    }

    /// The public part of a person.
    func text(of profile: PublicProfile) -> String {
        lines([
            (phrase("이름", "Username"), profile.username),
            (phrase("쪽지 허용", "Notes from"), name(of: profile.senderPolicy)),
            ("ID", identifierText(profile.id)),
        ])
    }

    private func name(of plan: PlanKind) -> String {
        switch plan {
        case .free: phrase("무료", "free")
        case .premium: phrase("프리미엄", "premium")
        default: plan.plainName
        }
    }

    private func name(of policy: SenderPolicy) -> String {
        switch policy {
        case .anyone: phrase("누구나", "anyone")
        case .signedIn: phrase("로그인한 사람", "signed-in people")
        default: policy.plainName
        }
    }
}
