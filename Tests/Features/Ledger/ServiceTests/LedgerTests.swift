import NoteletService
import Testing

@testable import Serving

@Suite struct LedgerServiceTests {
    @Test func itIsOffUnlessAnOperatorSwitchesItOn() {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("ledger"))
    }
}
