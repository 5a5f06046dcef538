package import Domain

// The limits of telemetry, with their reasons.
extension DomainLimits {
    /// Events of one request.
    package static let telemetryEventsMax = 100
}
