/// The methods of `notelet.v1.Health`.
///
/// Whether the server serves.
public enum HealthAPI {
    private static let service = "notelet.v1.Health"

    /// No token needed.
    public static let check = MethodDescriptor<CheckRequest, CheckResponse>(
        service: service,
        name: "Check",
        effect: .read,
        token: .none
    )

    /// The service as a whole.
    public static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            check.summary
        ]
    )
}
