import NoteletAPI
import TTRPC
import Testing

@testable import Serving

private let methods = ServiceDescriptor.allMethods
private let guarded = methods.filter(\.requiresToken)

/// Every method of the contract against every kind of caller (S7).
@Suite struct AuthorizationTests {
    let world: World
    let service: TestService

    init() async throws {
        world = try await World()
        service = world.service
    }

    /// Why a method, unary or a stream, is refused; nil when it is not.
    private func reason(
        _ method: MethodSummary,
        as caller: Caller,
        payload: [UInt8]? = nil
    ) async throws -> RefusalReason? {
        let payload = payload ?? world.payload(of: method)
        guard method.kind == .serverStreaming else {
            let outcome = await service.outcome(method, payload, as: caller)
            guard case .failure(let error) = outcome else { return nil }
            return try Refusal(of: Status(error)).reason
        }
        let stream = RecordingStream()
        guard case .stream(let handler) = service.running.methods[method]?.handler else {
            preconditionFailure("There is no stream \(method).")
        }
        do {
            let credentials = caller.credentials()
            let session = try handler(credentials, payload.span.bytes, stream)
            while stream.messages.isEmpty && stream.status == nil {
                await stream.waitForChange()
                stream.runJobs()
            }
            session.stop()
            return stream.reason
        } catch {
            return try Refusal(of: Status(error)).reason
        }
    }

    @Test func everyMethodOfTheContractIsServedAndNoOther() {
        let served = Set(service.running.methods.keys)
        #expect(served == Set(methods))
        let streams = service.running.methods.filter {
            if case .stream = $0.value.handler { true } else { false }
        }
        let described = methods.filter { $0.kind == .serverStreaming }
        #expect(Set(streams.keys.map(\.name)) == Set(described.map(\.name)))
    }

    @Test(arguments: guarded)
    func withoutAValidTokenNothingThatNeedsOneHappens(method: MethodSummary) async throws {
        let expired = world.bob.elsewhere
        let revoked = try await service.renewed(world.alice)
        try await service.call(AccountsAPI.logOut, LogOutRequest(), as: revoked.caller)
        let forged = String(world.alice.session.accessToken.dropLast()) + "_"
        let before = try service.contents()
        let callers: [Caller] = [
            .nobody, Caller(token: ""), Caller(token: "garbage"), Caller(token: forged),
            Caller(token: world.alice.session.refreshToken), revoked.caller, revoked.elsewhere,
        ]
        for caller in callers {
            #expect(try await reason(method, as: caller) == .notAuthenticated)
            // A payload that cannot be read tells nobody anything either.
            #expect(try await reason(method, as: caller, payload: [0xff]) == .notAuthenticated)
        }
        service.clock.advance(seconds: 900)
        #expect(try await reason(method, as: expired) == .notAuthenticated)
        #expect(try service.contents() == before, "\(method) left a trace")
    }

    /// Some clients send no metadata with streams; what came in the metadata counts alone.
    @Test(arguments: methods.filter { $0.kind == .serverStreaming }, [false, true])
    func aStreamTakesTheTokenAsAField(method: MethodSummary, isBroken: Bool) async throws {
        func payload(_ token: String) -> [UInt8] {
            var payload = world.payload(of: method)
            payload += [0x12, UInt8(token.utf8.count)] + Array(token.utf8)
            return isBroken ? payload + [0xff] : payload
        }
        let right = payload(world.alice.session.accessToken)
        let expected: RefusalReason? = isBroken ? .notAuthenticated : nil
        #expect(try await reason(method, as: .nobody, payload: right) == expected)
        let garbage = Caller(token: "garbage")
        #expect(try await reason(method, as: garbage, payload: right) == .notAuthenticated)
        for token in ["", "garbage", world.alice.session.refreshToken] {
            let wrong = payload(token)
            #expect(try await reason(method, as: .nobody, payload: wrong) == .notAuthenticated)
        }
        let other = payload("garbage")
        let right2 = try await reason(method, as: world.alice.elsewhere, payload: other)
        #expect(right2 == (isBroken ? .invalidValue : nil))
        try await service.call(AccountsAPI.logOut, LogOutRequest(), as: world.alice.elsewhere)
        #expect(try await reason(method, as: .nobody, payload: right) == .notAuthenticated)
    }

    @Test(arguments: methods)
    func theRightCallerIsLetIn(method: MethodSummary) async throws {
        #expect(try await reason(method, as: world.caller(of: method)) == nil)
    }

    @Test(arguments: methods.filter { !$0.requiresToken })
    func whatNeedsNoTokenMindsNoBadOne(method: MethodSummary) async throws {
        // But who meant to send as somebody does not want to have sent as nobody.
        let isSending = method == MessagesAPI.sendToLink.summary
        let expected: RefusalReason? = isSending ? .notAuthenticated : nil
        #expect(try await reason(method, as: Caller(token: "garbage")) == expected)
    }

    @Test(arguments: methods)
    func aGuestIsLetInWhereNoAccountIsNeeded(method: MethodSummary) async throws {
        let expected: RefusalReason? =
            switch method.name {
            case "ChangePassword", "ChangeEmail", "ExportData", "GetProfile", "UpdateProfile",
                "RotateLink",
                "ListMutedWords", "MuteWord", "UnmuteWord",
                "SwitchOffLink", "AddContact", "GetContactLimit", "CreateItem",
                "CreateMember", "PutMembers", "ReplaceMembers",
                "SubmitAnswers", "ClaimMission", "CheckIn", "SetTimeZone",
                "GetAgent", "ListOrders", "GetOrder", "AcceptOrder", "CompleteOrder",
                "ReleaseOrder", "RequestWithdrawal":
                .accountRequired
            case "StartTracking", "StopTracking", "UpdateLocations", "GetLastLocation",
                "GetRoute":
                .notYourOrder
            case "SendText", "ListMessages", "MarkRead": .notInChannel
            case "GetContact", "UpdateContact", "DeleteContact", "SendToContact", "ListByContact":
                .contactNotFound
            case "GetMessage", "AnswerMessage", "DeleteMessage", "BlockSender", "UnblockSender",
                "ReportMessage":
                .messageNotFound
            case "EndSession": .sessionNotFound
            case "DeleteItem": .notYourItem
            case "UpdateMember", "DeleteMember", "CreatePost", "DeletePost": .notYourMember
            default: nil
            }
        #expect(try await reason(method, as: world.guest.elsewhere) == expected)
    }

    /// Bob is the linked user of Alice's contact and the sender of her note.
    @Test(arguments: methods)
    func whatIsAlicesIsNotBobs(method: MethodSummary) async throws {
        let expected: RefusalReason? =
            switch method.name {
            case "GetContact", "UpdateContact", "DeleteContact": .contactNotFound
            case "GetMessage", "AnswerMessage", "DeleteMessage", "BlockSender", "UnblockSender",
                "ReportMessage":
                .messageNotFound
            case "SendToLink": .ownLink
            case "EndSession": .sessionNotFound
            case "DeleteItem": .notYourItem
            case "UpdateMember", "DeleteMember", "CreatePost", "DeletePost": .notYourMember
            case "ClaimMission": .missionNotReached
            case "GetAgent", "ListOrders", "GetOrder", "AcceptOrder": .notAnAgent
            case "CompleteOrder", "ReleaseOrder", "StartTracking", "StopTracking",
                "UpdateLocations", "GetLastLocation", "GetRoute":
                .notYourOrder
            case "SendText", "ListMessages", "MarkRead": .notInChannel
            case "RequestWithdrawal": .insufficientBalance
            default: nil
            }
        #expect(try await reason(method, as: world.bob.elsewhere) == expected)
    }

    @Test(arguments: methods.filter { !["Check"].contains($0.name) })
    func aPayloadThatCannotBeReadIsRefusedByItsField(method: MethodSummary) async throws {
        let caller = world.caller(of: method)
        // Field 1 with a length that goes on behind the end.
        let broken: [UInt8] = [0x0a, 0x7f, 0x00]
        let before = try service.contents()
        #expect(try await reason(method, as: caller, payload: broken) == .invalidValue)
        #expect(try service.contents() == before, "\(method) left a trace")
    }
}
