import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// What this module declares for operators is what the .proto files of their packages declare.
@Suite struct AdministrationContractTests {
    private static let packages = ProtocolFolder.administrationPackages
    private static let declarations = Result {
        try packages.flatMap(ProtocolFolder.peer.declarations)
    }

    private func declarations(_ kind: String) throws -> [String] {
        try Self.declarations.get().filter { $0.hasPrefix(kind + " ") }
            .map { String($0.dropFirst(kind.count + 1)) }
    }

    @Test func everyMethodHasADescriptorInItsPlace() throws {
        let described = ServiceDescriptor.administration.flatMap(\.methods).map { method in
            "\(method.service) \(method.name) \(method.requestType) \(method.responseType) "
                + (method.kind == .unary ? "unary" : "serverStreaming")
        }
        #expect(try !described.isEmpty && described == declarations("method"))
    }

    @Test func everyMessageAndEnumIsKnown() throws {
        let names = ContractTypes.messages.map(\.name).filter(Self.isForOperators)
        #expect(try names.sorted() == declarations("message").sorted())
        let enums = ContractTypes.enums.filter { Self.isForOperators($0.name) }
        let known = enums.flatMap { name, type in
            type.names.map { "\(name) \($0.value) \($0.key)" }
        }
        #expect(try known.sorted() == declarations("enum").sorted())
    }

    @Test func operatorsHaveServicesOfTheirOwn() {
        #expect(ServiceDescriptor.administration.contains(AdministrationAPI.descriptor))
        #expect(Set(ServiceDescriptor.all).isDisjoint(with: ServiceDescriptor.administration))
    }

    private static func isForOperators(_ name: String) -> Bool {
        packages.contains { name.hasPrefix($0 + ".") }
    }
}
