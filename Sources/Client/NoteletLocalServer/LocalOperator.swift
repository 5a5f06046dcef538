public import Foundation
internal import NoteletAPI
internal import NoteletClient
public import NoteletInterface
internal import TTRPC

/// What an operator does at a local server, where a test needs it: plans, bans, collections,
/// surveys.
///
///     try await server.desk.grantPremium(to: user.id, until: clock.now() + 30 * 24 * 3_600)
public struct LocalOperator: Sendable {
    let server: LocalServer

    /// Gives an account the premium plan.
    ///
    /// - Parameters:
    ///   - userId: The account.
    ///   - end: When the plan ends, by the clock of the server: a moment that is to come.
    /// - Throws: `LocalServerError`, with what the server says.
    public func grantPremium(to userId: UUID, until end: Date) async throws(LocalServerError) {
        let request = GrantPremiumRequest(
            id: Identifier(userId).bytes,
            expiresAt: Timestamp(end)
        )
        _ = try await call(AdministrationAPI.grantPremium, request)
    }

    /// Gives an account the free plan again; contacts beyond its limit stay.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func revokePremium(of userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.revokePremium)
    }

    /// Bans an account, which ends its sessions.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func ban(_ userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.banUser)
    }

    /// Lets a banned account in again.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func unban(_ userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.unbanUser)
    }

    /// Ends all sessions of an account, as after the loss of a telephone.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func revokeSessions(of userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.revokeSessions)
    }

    /// Publishes configuration for applications: a version that has these values and no others.
    ///
    /// - Parameter values: The values by their keys.
    /// - Throws: `LocalServerError`, with what the server says.
    public func publishConfig(_ values: [String: String]) async throws(LocalServerError) {
        let entries = values.map { ConfigEntry(key: $0.key, value: $0.value) }
        _ = try await call(
            ConfigAdministrationAPI.publishConfig,
            PublishConfigRequest(entries: entries)
        )
    }

    /// Makes a collection, into which people can put items.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: `LocalServerError`, with what the server says.
    public func addCollection(_ name: String) async throws(LocalServerError) {
        _ = try await call(
            ItemsAdministrationAPI.addCollection,
            AddCollectionRequest(collection: name)
        )
    }

    /// Makes a collection, into which people can put members.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: `LocalServerError`, with what the server says.
    public func addMemberCollection(_ name: String) async throws(LocalServerError) {
        _ = try await call(
            DirectoryAdministrationAPI.addMemberCollection,
            AddCollectionRequest(collection: name)
        )
    }

    /// Takes a collection of members away, with all that is in it.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: `LocalServerError`, with what the server says.
    public func removeMemberCollection(_ name: String) async throws(LocalServerError) {
        _ = try await call(
            DirectoryAdministrationAPI.removeMemberCollection,
            RemoveCollectionRequest(collection: name)
        )
    }

    /// Says how a member stands from now on.
    ///
    /// - Parameters:
    ///   - status: How.
    ///   - memberId: The member.
    /// - Throws: `LocalServerError`, with what the server says.
    public func setStatus(
        _ status: NoteletInterface.MemberStatus,
        ofMember memberId: UUID
    ) async throws(LocalServerError) {
        let number: NoteletAPI.MemberStatus =
            switch status {
            case .active: .active
            case .inactive: .inactive
            case .banned: .banned
            }
        _ = try await call(
            DirectoryAdministrationAPI.setMemberStatus,
            SetMemberStatusRequest(id: Identifier(memberId).bytes, status: number)
        )
    }

    /// Makes a survey, which can be answered at once.
    ///
    /// - Parameter survey: The survey; its id, and whether it is closed or answered, do not count.
    /// - Returns: The id that it has.
    /// - Throws: `LocalServerError`, with what the server says.
    public func createSurvey(
        _ survey: NoteletInterface.Survey
    ) async throws(LocalServerError) -> UUID {
        let response = try await call(
            RewardsAdministrationAPI.createSurvey,
            CreateSurveyRequest(
                survey: NoteletAPI.Survey(asking: survey),
                reference: Identifier(UUID()).bytes
            )
        )
        guard let id = Identifier(bytes: response.survey?.survey?.id ?? []) else {
            throw LocalServerError("The survey has no id.")
        }
        return id.uuid
    }

    /// Gives somebody points.
    ///
    /// - Parameters:
    ///   - points: How many.
    ///   - userId: Who gets them.
    ///   - title: What is read of it.
    /// - Throws: `LocalServerError`, with what the server says.
    public func grantPoints(
        _ points: PointAmount,
        to userId: UUID,
        title: String = ""
    ) async throws(LocalServerError) {
        let request = GrantPointsRequest(
            userID: Identifier(userId).bytes,
            points: Int64(points.value),
            reference: Identifier(UUID()).bytes,
            title: title
        )
        _ = try await call(RewardsAdministrationAPI.grantPoints, request)
    }

    /// Defines a mission of checking in, or of answering surveys.
    ///
    /// - Parameters:
    ///   - mission: The mission; its day and how far somebody has come do not count.
    ///   - isOfCheckIns: Whether it is to check in; else it is to answer surveys.
    /// - Throws: `LocalServerError`, with what the server says.
    public func defineMission(
        _ mission: DailyMission,
        ofCheckIns isOfCheckIns: Bool
    ) async throws(LocalServerError) {
        let defined = Mission(
            name: mission.id,
            title: mission.title,
            kind: isOfCheckIns ? .checkIn : .submissions,
            goal: Int32(clamping: mission.goal),
            reward: Int64(mission.reward.value)
        )
        let request = DefineMissionRequest(mission: defined)
        _ = try await call(RewardsAdministrationAPI.defineMission, request)
    }

    private func change(
        _ userId: UUID,
        by method: NoteletAPI.MethodDescriptor<ChangeUserRequest, ChangeUserResponse>
    ) async throws(LocalServerError) {
        _ = try await call(method, ChangeUserRequest(id: Identifier(userId).bytes))
    }

    /// Makes a call at the place of operators.
    private func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws(LocalServerError) -> Response {
        guard let administration = server.administration else {
            throw LocalServerError("The server is stopped.")
        }
        do {
            let client = try await Client.connect(to: administration)
            defer { client.close() }
            return try await client.call(
                TTRPC.MethodDescriptor(service: method.service, method: method.name),
                request
            )
        } catch {
            throw LocalServerError("The operator is refused: \(error)")
        }
    }
}

extension NoteletAPI.Survey {
    /// What is asked by a survey as applications see it.
    fileprivate init(asking survey: NoteletInterface.Survey) {
        self.init(
            title: survey.title,
            description: survey.description,
            questions: survey.questions.map { question in
                let (kind, options, maximum) = question.kind.parts
                return NoteletAPI.SurveyQuestion(
                    text: question.text,
                    kind: kind,
                    options: options,
                    maximum: Int32(clamping: maximum)
                )
            },
            reward: Int64(survey.reward.value),
            estimatedMinutes: Int32(clamping: survey.estimatedMinutes),
            expiresAt: Timestamp(survey.expiresAt),
            category: survey.category.rawValue
        )
    }
}

extension NoteletInterface.SurveyQuestion.Kind {
    fileprivate var parts: (NoteletAPI.QuestionKind, options: [String], maximum: Int) {
        switch self {
        case .text(let countMax): (.text, [], countMax)
        case .oneChoice(let options): (.oneChoice, options, 0)
        case .severalChoices(let options, let countMax): (.severalChoices, options, countMax)
        case .unknown: (.unspecified, [], 0)
        }
    }
}
