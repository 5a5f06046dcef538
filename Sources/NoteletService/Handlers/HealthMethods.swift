internal import Domain
internal import NoteletAPI
internal import ProtobufCoding

extension ServiceMethods {
    /// Whether the server serves.
    mutating func addHealth() {
        let version = dependencies.version
        add(
            endpoint.readOpenly(HealthAPI.check) { _, _, _, context in
                CheckResponse(
                    status: .serving,
                    version: version,
                    now: Timestamp(context.now)
                )
            }
        )
    }
}
