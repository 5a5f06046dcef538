internal import Domain
internal import NoteletAPI
internal import ProtobufCoding

/// Tells whether the server takes calls.
struct HealthMethods: HealthService {
    let endpoint: Endpoint

    func check(_ method: HealthAPI.Check) -> ServedMethod {
        endpoint.readOpenly(method) { _, _, _, context in
            CheckResponse(
                status: .serving,
                version: endpoint.dependencies.version,
                now: Timestamp(context.now)
            )
        }
    }
}
