package import Records

extension Schema {
    /// What is kept of telemetry.
    package static let ofTelemetry = StoredFeature([])
}
