package import AccountRules
package import Domain
package import LedgerRules

// What operators do, each recorded.
extension RewardWriting where Self: AccountAdministrationWriting {
    /// Makes a survey, which can be answered at once.
    ///
    /// - Throws: `invalidValue` of `expires_at`; `surveyLimitReached`.
    package func createSurvey(
        _ details: SurveyDetails,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Survey {
        let last = context.now.adding(seconds: DomainLimits.surveyDaysMax * 86_400)
        guard details.expiresAt > context.now, details.expiresAt <= last else {
            let expected = "a moment to come, in \(DomainLimits.surveyDaysMax) days at most"
            throw .invalid("expires_at", expected)
        }
        let limit = DomainLimits.surveysMax
        guard try surveyCount(countMax: limit) < limit else {
            throw .refused(.surveyLimitReached(limit: limit))
        }
        let survey = try addSurvey(details, at: context.now)
        try record(person, "rewards survey create \(survey.id.opaque.uuid)", context)
        return survey
    }

    /// Ends a survey before it expires; the same again changes nothing.
    ///
    /// - Throws: `surveyNotFound`.
    package func closeSurvey(
        _ id: SurveyID,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Survey {
        let survey = try survey(id).unwrapped(or: .surveyNotFound)
        guard survey.closedAt == nil else { return survey }
        var closed = survey
        closed.closedAt = context.now
        try put(closed, insteadOf: survey)
        try record(person, "rewards survey close \(id.opaque.uuid)", context)
        return closed
    }

    /// Gives somebody points, once for each name.
    ///
    /// - Parameters:
    ///   - grant: What is given.
    ///   - terms: When points lapse that are given without an end of their own.
    ///   - person: The operator.
    ///   - context: The moment.
    /// - Returns: The transfer, and what the person has then.
    /// - Throws: `userNotFound`; `referenceReused`; `invalidValue` of `expires_at`;
    ///   `balanceOutOfRange`.
    package func grant(
        _ grant: PointGrant,
        _ terms: RewardTerms,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> (transfer: Transfer, balance: Balance) {
        guard let holder = userNumber(of: grant.receiver), try user(holder) != nil else {
            throw .refused(.userNotFound)
        }
        let move = try Move(
            .earn,
            grant.points,
            from: .app(.issued, .points),
            to: .own(holder, .points),
            lapsing: grant.expiresAt ?? terms.expiry.end(of: context.now)
        )
        let reference = reference(grant.reference, of: .grants)
        let isNew = try transferNumber(called: reference) == nil
        let transfer = try post(move, reference: reference, context)
        if isNew {
            var standing = try standing(of: holder)
            standing.pointsEarned += UInt64(grant.points)
            _ = try settle(standing, of: holder, awarded: grant.points, terms, context)
            let receiver = grant.receiver.opaque.uuid
            let deed = "rewards grant \(receiver) \(grant.points)\(grant.reason.option)"
            try record(person, deed, context)
        }
        return (transfer, try balance(of: .own(holder, .points), context))
    }

    /// Says what is to be done each day, in place of what was said under that name.
    ///
    /// - Throws: `invalidValue` of `kind` where it was of another; `missionLimitReached`.
    package func define(
        _ mission: Mission,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try put(mission.defined(among: missions()))
        try record(person, mission.deed("define"), context)
    }

    /// Says what can be reached once and for all, in place of what was said under that name.
    ///
    /// - Throws: `invalidValue` of `kind` where it was of another; `achievementLimitReached`.
    package func define(
        _ achievement: Achievement,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try put(achievement.defined(among: achievements()))
        try record(person, achievement.deed("define"), context)
    }

    /// Takes a mission away.
    ///
    /// - Throws: `missionNotFound`.
    package func withdraw(
        mission name: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let mission = try Mission.withdrawn(name, among: missions())
        try put(mission)
        try record(person, mission.deed("withdraw"), context)
    }

    /// Takes an achievement away; who has reached it keeps it.
    ///
    /// - Throws: `achievementNotFound`.
    package func withdraw(
        achievement name: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let achievement = try Achievement.withdrawn(name, among: achievements())
        try put(achievement)
        try record(person, achievement.deed("withdraw"), context)
    }
}

/// Points that an operator gives somebody.
package struct PointGrant: Sendable {
    let receiver: UserID
    let points: Int64
    let reference: [UInt8]
    let expiresAt: Instant?
    let reason: RemovalReason

    /// Checks a grant.
    ///
    /// - Parameters:
    ///   - points: How many.
    ///   - receiver: Who gets them.
    ///   - reference: What the grant is called; the same again gives nothing.
    ///   - expiresAt: When they lapse; nil for when all rewards do.
    ///   - reason: Why, for the audit log.
    /// - Throws: `negativeValue`, `amountOutOfRange`; `invalidValue` of `reference` and `reason`.
    package init(
        _ points: Int64,
        to receiver: UserID,
        reference: [UInt8],
        expiresAt: Instant?,
        reason: String
    ) throws(DomainError) {
        self.receiver = receiver
        self.points = try RewardText.points(points)
        guard points > 0 else {
            let most = Int(DomainLimits.rewardPoints.upperBound)
            throw .refused(.amountOutOfRange(maximum: most))
        }
        guard DomainLimits.referenceByteCounts ~= reference.count else {
            throw .invalid("reference", "\(DomainLimits.referenceByteCounts.words) bytes")
        }
        self.reference = reference
        self.expiresAt = expiresAt
        self.reason = try RemovalReason(reason)
    }
}

extension Goal {
    /// The goal with the number of the one of its name, which it takes the place of.
    ///
    /// - Throws: `invalidValue` of `kind` where that one was of another; that there are as many as
    ///   there can be.
    fileprivate func defined(among known: [Goal]) throws(DomainError) -> Goal {
        if let former = known.first(where: { $0.name == name }) {
            // What was counted of one kind is nothing of another.
            guard kind == former.kind else {
                throw .invalid("kind", "\(former.kind), as before; another name for another kind")
            }
            return numbered(former.number)
        }
        guard known.count < Kind.countMax else { throw .refused(Kind.limitReached) }
        return self
    }

    /// The goal of a name, taken away.
    ///
    /// - Throws: That there is none.
    fileprivate static func withdrawn(
        _ name: String,
        among known: [Goal]
    ) throws(DomainError) -> Goal {
        let goal = known.first { $0.name.text == name && !$0.isWithdrawn }
        return try goal.unwrapped(or: Kind.notFound).withdrawn
    }

    private var withdrawn: Goal { numbered(number, isWithdrawn: true) }

    /// What the audit log says of it.
    fileprivate func deed(_ verb: String) -> String {
        "rewards \(Kind.command) \(verb) \(name.text)"
    }
}
