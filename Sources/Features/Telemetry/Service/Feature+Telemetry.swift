internal import NoteletAPI
package import Serving

extension Feature {
    /// What applications tell of their use and of crashes, which operators switch on.
    package static let telemetry = Feature(
        "telemetry",
        isOfferedByDefault: false
    ) { _ in
        FeatureParts { endpoint in
            TelemetryMethods(endpoint: endpoint).served
        } administration: { endpoint in
            TelemetryAdministrationMethods(endpoint: endpoint).served
        }
    }
}
