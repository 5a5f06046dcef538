import Testing

@testable import Serving

/// What follows from what features say of themselves.
@Suite struct FeatureTests {
    private let often = RateLimit(
        "Visits of one address",
        of: .address,
        2,
        per: .hour,
        option: "visits"
    )
    private let paid = RateLimit(
        "Payments of one account",
        of: .account,
        3,
        per: .day,
        option: "payments"
    )

    private func features() -> [Feature] {
        let none = FeatureParts { _ in [] }
        return [
            Feature("accounts", isOfferedByDefault: true, limits: [often]) { _ in none },
            Feature("shop", isOfferedByDefault: false, limits: [paid]) { _ in none },
        ]
    }

    @Test func oneThatIsOffByDefaultIsOfferedToWhoNamesIt() throws {
        #expect(OfferedFeatures(byDefaultOf: features()).names == ["accounts"])
        let all = try OfferedFeatures(["shop", "accounts"], among: features())
        #expect(all == OfferedFeatures(allOf: features()))
        #expect(all.names == ["accounts", "shop"])
    }

    @Test func oneThatNeedsAnotherIsNotOfferedWithoutIt() throws {
        let none = FeatureParts { _ in [] }
        let club = Feature("club", isOfferedByDefault: false, needs: ["shop"]) { _ in none }
        let known = features() + [club]
        #expect(throws: OfferedFeatures.Problem.lacking("shop", of: "club")) {
            try OfferedFeatures(["accounts", "club"], among: known)
        }
        #expect(try OfferedFeatures(["club", "accounts", "shop"], among: known).names.count == 3)
    }

    @Test func eachHasItsLimitsAndAllHaveThatOfTheReserve() {
        #expect(features().limits == [often, paid, .reserveWrites])
        let limiter = RateLimiter(features().limits) { 0 }
        limiter.set(RateLimits())
        #expect(limiter[often] !== limiter[paid])
    }

    @Test func ratesAreThoseOfTheDeclarationsUnlessTheyAreSet() {
        var rates = RateLimits()
        #expect(rates[often] == often.rate && rates[paid] == paid.rate)
        rates[often] = nil
        rates[paid] = Rate(of: 9, per: .second)
        #expect(rates[often] == nil && rates[paid] == Rate(of: 9, per: .second))
        // Limits are equal when they let as much through, however they came to it.
        rates[often] = often.rate
        rates[paid] = paid.rate
        #expect(rates == RateLimits())
    }

    @Test func limitsByAddressAreLiftedTogetherAndCanBeSetAgain() {
        var rates = RateLimits()
        rates[often] = Rate(of: 9, per: .second)
        rates.liftLimitsPerAddress()
        #expect(rates[often] == nil && rates[paid] == paid.rate)
        rates[often] = often.rate
        #expect(rates[often] == often.rate)
    }
}
