import Foundation
import NoteletAPI
import TestSupport
import Testing

/// What this module declares is what the .proto files declare.
@Suite
struct ContractTests {
    private static let declarations = Result {
        try ProtocolFolder.peer.declarations(of: "notelet.v1")
    }

    @Test
    func everyMethodHasADescriptor() throws {
        let declared = try declarations("method")
        let described = ServiceDescriptor.allMethods.map { method in
            "\(method.service) \(method.name) \(method.requestType) \(method.responseType) "
                + (method.kind == .unary ? "unary" : "serverStreaming")
        }
        #expect(described.sorted() == declared.sorted())
        #expect(Set(described).count == described.count)
    }

    @Test
    func methodsAreInTheOrderOfTheContract() throws {
        let declared = try declarations("method")
        for service in ServiceDescriptor.all {
            let names = declared.filter { $0.hasPrefix(service.name + " ") }
                .map { $0.split(separator: " ")[1] }
            #expect(service.methods.map(\.name) == names.map(String.init))
            #expect(service.methods.allSatisfy { $0.service == service.name })
        }
    }

    @Test
    func everyMessageIsAStruct() throws {
        let names = EveryMessage.types.map(EveryMessage.name)
        #expect(names.sorted() == (try declarations("message")).sorted())
    }

    @Test
    func everyEnumIsKnown() throws {
        let enums: [any OpenEnum.Type] = [
            PlanKind.self, AccountStatus.self, SenderPolicy.self, ServingStatus.self,
            ReportReason.self, RefusalReason.self, MessageStatus.self,
        ]
        let known = enums.flatMap { type in
            type.names.map { "notelet.v1.\(type) \($0.value) \($0.key)" }
        }
        #expect(known.sorted() == (try declarations("enum")).sorted())
    }

    @Test
    func openEnumsKeepWhatTheyDoNotKnow() {
        #expect(PlanKind.premium.description == "PLAN_KIND_PREMIUM")
        #expect(PlanKind(rawValue: 99).description == "99")
        #expect(PlanKind(rawValue: 99) != PlanKind.unspecified)
        #expect(ReportReason.spam.rawValue == 4)
    }

    @Test
    func readsNeedNoKeyAndWritesTakeOne() {
        let readVerbs = ["Get", "List", "Find", "Check", "Pull", "Watch", "Export"]
        for method in ServiceDescriptor.allMethods {
            let isRead = readVerbs.contains { method.name.hasPrefix($0) }
            #expect(method.isWrite == !isRead, "\(method)")
        }
    }

    @Test
    func openMethodsAreTheseAlone() {
        let open = ServiceDescriptor.allMethods.filter { $0.token == .none }.map(\.description)
        #expect(
            open == [
                "/notelet.v1.Accounts/SignUp", "/notelet.v1.Accounts/LogIn",
                "/notelet.v1.Accounts/CreateGuest", "/notelet.v1.Accounts/Refresh",
                "/notelet.v1.Accounts/ResetPassword",
                "/notelet.v1.Profiles/FindByLink", "/notelet.v1.Health/Check",
            ]
        )
        let optional = ServiceDescriptor.allMethods.filter { $0.token == .optional }
        #expect(optional == [AccountsAPI.getCurrentUser.summary])
    }

    @Test
    func descriptorsSayWhatTheirSummariesSay() {
        let method = MessagesAPI.sendToLink
        #expect(method.service == "notelet.v1.Messages")
        #expect(method.name == "SendToLink")
        #expect(method.kind == .unary)
        #expect(method.isWrite && method.requiresToken)
        #expect(SyncAPI.watch.kind == .serverStreaming)
        #expect(!HealthAPI.check.isWrite && !HealthAPI.check.requiresToken)
    }

    @Test
    func theSpecificationListsTheMethods() throws {
        let described = ServiceDescriptor.allMethods.map { method in
            let service = method.service.replacingOccurrences(of: "notelet.v1.", with: "")
            let shape = method.kind == .unary ? "unary" : "stream of responses"
            return [
                "\(service).\(method.name)", shape, "\(method.token)", method.isWrite ? "yes" : "-",
            ]
        }
        #expect(try ProtocolFolder.table(under: "methods") == described)
    }

    /// The declarations of a kind, without the word that names it.
    private func declarations(_ kind: String) throws -> [String] {
        try Self.declarations.get().filter { $0.hasPrefix(kind + " ") }
            .map { String($0.dropFirst(kind.count + 1)) }
    }
}
