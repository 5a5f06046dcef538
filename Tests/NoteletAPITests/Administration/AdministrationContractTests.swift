import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// What this module declares for operators is what `administration.proto` declares.
@Suite struct AdministrationContractTests {
    private static let namespace = "notelet.admin.v1"
    private static let declarations = Result {
        try ProtocolFolder.peer.declarations(of: namespace)
    }

    private static let types: [any ContractMessage.Type] = [
        ManagedUser.self, UserHoldings.self, GetUserRequest.self, GetUserResponse.self,
        ListUsersRequest.self, ListUsersResponse.self, ChangeUserRequest.self,
        ChangeUserResponse.self, GrantPremiumRequest.self, Report.self, ReportResolution.self,
        ListReportsRequest.self, ListReportsResponse.self, GetReportRequest.self,
        GetReportResponse.self, ResolveReportRequest.self, ResolveReportResponse.self,
        RevealReportedSenderRequest.self, RevealReportedSenderResponse.self, NoteSender.self,
        GetStatisticsRequest.self, GetStatisticsResponse.self, Tally.self, TailRequest.self,
        TailEvent.self, NoteReference.self, ChangeSenderResponse.self,
        RemoveNoteRequest.self, RemoveNoteResponse.self,
        ListWordsRequest.self, ListWordsResponse.self, ChangeWordRequest.self,
        ChangeWordResponse.self,
        IssueResetCodeRequest.self, IssueResetCodeResponse.self,
    ]

    private static func name(_ type: any ContractMessage.Type) -> String { "\(namespace).\(type)" }

    private func declarations(_ kind: String) throws -> [String] {
        try Self.declarations.get().filter { $0.hasPrefix(kind + " ") }
            .map { String($0.dropFirst(kind.count + 1)) }
    }

    @Test func everyMethodHasADescriptorInItsPlace() throws {
        let described = AdministrationAPI.descriptor.methods.map { method in
            "\(method.service) \(method.name) \(method.requestType) \(method.responseType) "
                + (method.kind == .unary ? "unary" : "serverStreaming")
        }
        #expect(try described == declarations("method"))
    }

    @Test func everyMessageAndEnumIsKnown() throws {
        #expect(try Self.types.map(Self.name).sorted() == declarations("message").sorted())
        let enums: [any OpenEnum.Type] = [NoteSenderKind.self, TailEventKind.self]
        let known = enums.flatMap { type in
            type.names.map { "\(Self.namespace).\(type) \($0.value) \($0.key)" }
        }
        #expect(try known.sorted() == declarations("enum").sorted())
    }

    @Test func operatorsHaveAServiceOfTheirOwn() {
        #expect(!ServiceDescriptor.all.contains(AdministrationAPI.descriptor))
    }

    @Test func googlesImplementationSaysTheSame() throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let random = try ProtocolFolder.peer.random(
            Self.types.map(Self.name),
            count: 20,
            seed: seed
        )
        for (type, messages) in zip(Self.types, random) {
            for bytes in messages {
                let message = try ProtobufDecoder().decode(type, from: bytes)
                #expect(try ProtobufEncoder().encode(message) == bytes, "\(type), seed \(seed)")
            }
        }
    }
}
