import NoteletAPI
import TTRPC
import Testing

@testable import Serving
import NoteletService

@Suite struct OfferedFeaturesTests {
    @Test func onlyWhatIsOfferedIsServed() async throws {
        let running = try RunningService(offering: OfferedFeatures(["accounts"], among: .all))
        let client = try await running.connect()
        for method in ServiceDescriptor.allMethods {
            let error = await refusal(of: method, by: client)
            let isOff = !["", "accounts"].contains(method.feature)
            #expect((error?.code == .unimplemented) == isOff, "\(method)")
            if isOff {
                let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
                #expect(
                    refusal.reason == .featureOff && refusal.fields == ["feature": method.feature]
                )
            }
        }
        client.close()
    }

    @Test func operatorsAreRefusedWhatIsOffToo() async throws {
        let desk = try AdminDesk(
            of: TestService(offered: OfferedFeatures(["accounts"], among: .all))
        )
        let client = try await desk.operator().client
        for method in ServiceDescriptor.administration.flatMap(\.methods) {
            let error = await refusal(of: method, by: client)
            #expect((error?.code == .unimplemented) == (method.feature != "accounts"), "\(method)")
        }
        client.close()
    }

    @Test func eachMethodBelongsToAFeatureUnlessAllNeedIt() {
        let methods =
            ServiceDescriptor.allMethods
            + ServiceDescriptor.administration.flatMap(\.methods)
        #expect(methods.filter(\.feature.isEmpty).map(\.name) == ["Check", "Pull", "Watch"])
        #expect(Set(methods.map(\.feature)) == Set([Feature].all.map(\.name) + [""]))
    }

    @Test func onlyListsOfFeaturesWithTheirBaseAreTaken() throws {
        #expect(try OfferedFeatures([Feature].all.map(\.name).reversed(), among: .all) == .all)
        #expect(try OfferedFeatures(["accounts"], among: .all).names == ["accounts"])
        #expect(throws: OfferedFeatures.Problem.unknown("Notes")) {
            try OfferedFeatures(["accounts", "Notes"], among: .all)
        }
        for name in ["rewards", "delivery"] {
            #expect(throws: OfferedFeatures.Problem.lacking("ledger", of: name)) {
                try OfferedFeatures(["accounts", name], among: .all)
            }
        }
        for names in [[], ["notes"]] {
            #expect(throws: OfferedFeatures.Problem.withoutBase) {
                try OfferedFeatures(names, among: .all)
            }
        }
    }

    /// What an empty request without a token meets; nil where it is answered.
    private func refusal(of method: MethodSummary, by client: Client) async -> RPCError? {
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        do throws(RPCError) {
            switch method.kind {
            case .unary: _ = try await client.call(name, payload: [])
            case .serverStreaming:
                let pages: MessageSequence<ChangePage> = try client.serverStream(
                    name,
                    WatchRequest()
                )
                var iterator = pages.makeAsyncIterator()
                _ = try await iterator.next()
            }
            return nil
        } catch {
            return error
        }
    }
}
