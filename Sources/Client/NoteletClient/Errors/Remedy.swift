internal import ClientTransport

/// What to do about a failure that need not come again, as the protocol has it ("Status codes").
enum Remedy: Hashable, Sendable {
    /// To try again, as often as calls are tried.
    case tryAgain
    /// To try again once: the server made a mistake, and may make it again.
    case tryOnceMore
    /// To try again later: after as long as the service says, if it does.
    case wait(Duration?)

    /// What helps against a status; nil where nothing does.
    init?(_ status: CallStatus, _ refusal: Refusal?) {
        switch status.code {
        case .unavailable, .deadlineExceeded:
            self = .tryAgain
        case .resourceExhausted:
            // Without a refusal too much was sent, which is no less the next time.
            guard let refusal, refusal.retryable else { return nil }
            let seconds = refusal.fields["retry_after_seconds"].flatMap(Int64.init)
            self = seconds.map(Self.waiting) ?? .wait(nil)
        case .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .failedPrecondition,
            .unimplemented, .dataLoss, .unauthenticated:
            return nil
        default:
            self = .tryOnceMore
        }
    }

    /// What is asked to be waited for longer than a day is asked for again after a day.
    static let secondsMax: Int64 = 86_400

    /// To try again after as many seconds, whatever number that is.
    static func waiting(seconds: Int64) -> Remedy {
        .wait(.seconds(min(max(0, seconds), secondsMax)))
    }
}
