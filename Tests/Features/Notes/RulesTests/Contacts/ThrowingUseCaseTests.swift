import Records
import Domain
import RuleTestSupport
import Testing
import NoteRules
import AccountRules

@Suite struct ThrowingUseCaseTests {
    let store: UseCaseStore
    let identity: Identity

    init() async throws {
        store = try UseCaseStore()
        identity = try await store.account("alice").identity
    }

    private func contactCount() throws -> Int {
        let user = identity.user
        return try store.store.read { records throws(DomainError) in
            try records.contactCount(of: user)
        }
    }

    @Test func aUseCaseThatThrowsLeavesNoTraceOfWhatCameBeforeIt() async throws {
        let identity = identity
        await #expect(throws: DomainError.refused(.duplicateContactName)) {
            try await store.write { store, context throws(DomainError) in
                for name in ["하나", "둘", "하나"] {
                    let command = try AddContact(identity: identity, name: name)
                    _ = try command.run(in: store, context)
                }
            }
        }
        #expect(try contactCount() == 0)
    }

    @Test func aThrowingWriteKeepsNoReplyAndASecondTryRuns() async throws {
        let identity = identity
        let request = IdempotentRequest(
            key: ScopedKey(user: identity.user, key: try IdempotencyKey("key")),
            replyForm: .plain,
            secrets: store.context.secrets,
            questionByteCount: 1
        ) { $0.append(1) }
        await #expect(throws: DomainError.refused(.ownLink)) {
            try await store.write { store, context throws(DomainError) in
                try request.run(in: store, context) { () throws(DomainError) -> [UInt8] in
                    throw .refused(.ownLink)
                }
            }
        }
        for _ in 0..<2 {
            let reply = try await store.write { store, context throws(DomainError) in
                try request.run(in: store, context) { () throws(DomainError) -> [UInt8] in
                    let command = try AddContact(identity: identity, name: "홍길동")
                    _ = try command.run(in: store, context)
                    return [7]
                }
            }
            #expect(reply == [7])
        }
        #expect(try contactCount() == 1)
    }

    @Test func writesThatShareACommitFailAlone() async throws {
        let (store, identity) = (store, identity)
        let refused = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let add: ()? = try? await store.write { records, context throws(DomainError) in
                        let command = try AddContact(identity: identity, name: "\(number)")
                        _ = try command.run(in: records, context)
                    }
                    return add == nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 5)
        #expect(try contactCount() == ContactLimit.maxFreeContacts)
    }
}
