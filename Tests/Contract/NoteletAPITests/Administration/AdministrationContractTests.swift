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
        let names = ContractTypes.messages.map(\.name).filter { $0.hasPrefix(Self.namespace) }
        #expect(try names.sorted() == declarations("message").sorted())
        let enums = ContractTypes.enums.filter { $0.name.hasPrefix(Self.namespace) }
        let known = enums.flatMap { name, type in
            type.names.map { "\(name) \($0.value) \($0.key)" }
        }
        #expect(try known.sorted() == declarations("enum").sorted())
    }

    @Test func operatorsHaveAServiceOfTheirOwn() {
        #expect(!ServiceDescriptor.all.contains(AdministrationAPI.descriptor))
    }
}
