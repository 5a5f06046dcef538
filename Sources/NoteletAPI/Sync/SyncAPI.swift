/// The methods of `notelet.v1.Sync`.
///
/// The change feed of a user.
public enum SyncAPI {
    private static let service = "notelet.v1.Sync"

    /// One page of changes after a cursor; with no cursor, from the beginning.
    public static let pull = MethodDescriptor<PullRequest, ChangePage>(
        service: service,
        name: "Pull",
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// All changes after a cursor, page by page, and then each new one as it happens.
    ///
    /// After a break, resume with the cursor of the last page that was taken in: nothing is lost,
    /// nothing comes twice.
    public static let watch = MethodDescriptor<WatchRequest, ChangePage>(
        service: service,
        name: "Watch",
        kind: .serverStreaming,
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// The service as a whole.
    public static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            pull.summary,
            watch.summary,
        ]
    )
}
