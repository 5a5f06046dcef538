import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// What this module declares is what the .proto files declare.
@Suite
struct ContractTests {
    private static let declarations = Result {
        try ProtocolFolder.applicationPackages.flatMap(ProtocolFolder.peer.declarations)
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
        let names = ContractTypes.namesForApplications
        #expect(names.sorted() == (try declarations("message")).sorted())
    }

    @Test
    func everyEnumIsKnown() throws {
        let enums = ContractTypes.enums.filter { ContractTypes.isForApplications($0.name) }
        let known = enums.flatMap { name, type in
            type.names.map { "\(name) \($0.value) \($0.key)" }
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
        let readVerbs = ["Get", "List", "Find", "Fetch", "Check", "Pull", "Watch", "Export"]
        for method in ServiceDescriptor.allMethods {
            // Whoever checks in does something.
            let isRead =
                readVerbs.contains { method.name.hasPrefix($0) } && method.name != "CheckIn"
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
                "/notelet.v1.Health/Check", "/notelet.v1.Messages/GetReply",
                "/notelet.v1.Profiles/FindByLink",
                "/notelet.telemetry.v1.Telemetry/LogEvents",
                "/notelet.telemetry.v1.Telemetry/ReportCrash",
            ]
        )
        let optional = ServiceDescriptor.allMethods.filter { $0.token == .optional }
        #expect(
            optional == [
                AccountsAPI.getCurrentUser.summary, MessagesAPI.sendToLink.summary,
                ConfigAPI.fetchConfig.summary,
            ]
        )
    }

    @Test
    func whatTravelsForPaddedMethodsHasRoomForPadding() throws {
        let padded = ServiceDescriptor.allMethods.filter(\.isPadded)
        let types = padded.map(\.responseType) + padded.filter(\.isWrite).map(\.requestType)
        let declared = try declarations("field").filter { $0.contains(" padding ") }
        #expect(Set(declared) == Set(types.map { "\($0) padding \(Padding.fieldNumber)" }))
        // No other field has its number, in any message: the same key comes with any padding.
        let ofNumber = try declarations("field").filter { $0.hasSuffix(" \(Padding.fieldNumber)") }
        #expect(ofNumber.count == declared.count)
        // What carries the text of a note, either way, is among them.
        #expect(padded.contains(MessagesAPI.sendToLink.summary))
        #expect(padded.contains(SyncAPI.watch.summary))
    }

    @Test
    func aPaddedMessageIsReadAsTheBareOne() throws {
        let padding: [UInt8] = [UInt8(Padding.fieldNumber) << 3 | 2, 3, 0, 0, 0]
        let request = SendToLinkRequest(link: "l", content: "쪽지")
        let bare = try ProtobufEncoder().encode(request)
        for bytes in [bare + padding, padding + bare, padding + bare + padding] {
            let read = try ProtobufDecoder().decode(SendToLinkRequest.self, from: bytes)
            #expect(read == request)
            #expect(content(of: bytes) == bare)
        }
        #expect(content(of: padding) == [])
        #expect(content(of: bare) == bare)
        // What cannot be read is kept as it is from there on.
        for broken in [[0x7a], [0x7a, 9, 1], [0x08], [0x0f], [UInt8](repeating: 0xff, count: 12)] {
            #expect(content(of: padding + bare + broken) == bare + broken)
        }
    }

    private func content(of message: [UInt8]) -> [UInt8] {
        var content: [UInt8] = []
        Padding.visitContent(of: message.span.bytes) { part in
            part.withUnsafeBytes { content.append(contentsOf: $0) }
        }
        return content
    }

    @Test
    func descriptorsSayWhatTheirSummariesSay() {
        let method = MessagesAPI.sendToContact
        #expect(method.service == "notelet.v1.Messages")
        #expect(method.name == "SendToContact")
        #expect(method.kind == .unary)
        #expect(method.isWrite && method.requiresToken)
        #expect(SyncAPI.watch.kind == .serverStreaming)
        #expect(!HealthAPI.check.isWrite && !HealthAPI.check.requiresToken)
    }

    /// The declarations of a kind, without the word that names it.
    private func declarations(_ kind: String) throws -> [String] {
        try Self.declarations.get().filter { $0.hasPrefix(kind + " ") }
            .map { String($0.dropFirst(kind.count + 1)) }
    }
}
