internal import Cryptography
internal import NoteletService
internal import OperatingSystem
internal import Serving

/// What the runs of one server have in common: its store, the key to that, and how it is set up.
struct ServicePlace: Sendable {
    private let folder: TemporaryFolder
    let key = MasterKey(.random())
    let clock: LocalClock
    let passwordCost: PasswordHashParameters
    let limits: ServiceLimits
    let offered: OfferedFeatures

    /// Makes the folder.
    init(_ configuration: LocalServerConfiguration) throws(LocalServerError) {
        clock = LocalClock(configuration.dateClient)
        passwordCost =
            switch configuration.passwordCost {
            case .least: .leastForTests
            case .ofServer: .standard
            }
        limits = ServiceLimits(configuration.rates)
        offered = try OfferedFeatures(named: configuration.features)
        do {
            folder = try TemporaryFolder(named: "notelet-local", in: .memory)
        } catch {
            throw LocalServerError("No folder can be made for a store: \(error).")
        }
    }

    /// The folder of the store, within that which is removed: files beside it go as well.
    var store: String { folder.path + "/store" }

    /// What tells the place from others.
    var name: String { String(folder.path.split(separator: "/").last ?? "") }
}

extension ServiceLimits {
    fileprivate init(_ rates: LocalServerConfiguration.Rates) {
        self.init()
        liftLimitsPerAddress()
        guard rates == .unlimited else { return }
        self.rates.signInFailures = nil
        for limit in [Feature].all.limits { self.rates[limit] = nil }
    }
}

extension OfferedFeatures {
    fileprivate init(named names: [String]?) throws(LocalServerError) {
        guard let names else {
            self.init(allOf: .all)
            return
        }
        do {
            try self.init(names, among: .all)
        } catch {
            throw LocalServerError("These features cannot be offered: \(error).")
        }
    }
}
