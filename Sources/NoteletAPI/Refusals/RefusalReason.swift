internal import ProtobufCoding

/// Which rule said no.
public struct RefusalReason: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    public static let unspecified = RefusalReason(rawValue: 0)
    /// A value is missing, malformed or out of bounds; fields: field, expected.
    public static let invalidValue = RefusalReason(rawValue: 1)
    /// The cursor is not one of this list.
    public static let invalidCursor = RefusalReason(rawValue: 2)
    /// The idempotency key was used before with another request.
    public static let idempotencyKeyReused = RefusalReason(rawValue: 3)
    /// No token, an unknown one, an expired one or one that was revoked.
    public static let notAuthenticated = RefusalReason(rawValue: 10)
    /// E-mail or password is wrong; which of them is not said.
    public static let wrongCredentials = RefusalReason(rawValue: 11)
    /// Another account has this username.
    public static let usernameTaken = RefusalReason(rawValue: 12)
    /// Another account has this e-mail address.
    public static let emailTaken = RefusalReason(rawValue: 13)
    /// A guest asked for something that needs an account.
    public static let accountRequired = RefusalReason(rawValue: 14)
    /// The account is banned or inactive.
    public static let accountNotActive = RefusalReason(rawValue: 15)
    /// The password is easy to guess; fields: field, expected.
    public static let weakPassword = RefusalReason(rawValue: 16)
    /// There is no such account, or none that others may see.
    public static let userNotFound = RefusalReason(rawValue: 17)
    /// The code for a new password is wrong, was used or is over; which of them is not said.
    public static let resetCodeInvalid = RefusalReason(rawValue: 18)
    /// There is no such link, or no longer.
    public static let linkNotFound = RefusalReason(rawValue: 20)
    /// The owner takes notes from signed-in people only.
    public static let signInToWrite = RefusalReason(rawValue: 21)
    /// The plan allows no more contacts; fields: limit.
    public static let contactLimitReached = RefusalReason(rawValue: 30)
    /// The caller has another contact of this name.
    public static let duplicateContactName = RefusalReason(rawValue: 31)
    /// The contact is too young to be deleted; fields: remaining_days.
    public static let contactLocked = RefusalReason(rawValue: 32)
    /// There is no such contact, or it is not the caller's to see.
    public static let contactNotFound = RefusalReason(rawValue: 33)
    /// The contact is linked to nobody, so nothing can be sent to it.
    public static let contactNotLinked = RefusalReason(rawValue: 34)
    /// There is no such note, or it is not the caller's to see.
    public static let messageNotFound = RefusalReason(rawValue: 40)
    /// The note has its one answer.
    public static let alreadyAnswered = RefusalReason(rawValue: 41)
    /// Writing to oneself is refused.
    public static let ownLink = RefusalReason(rawValue: 42)
    /// A guest has no name to show.
    public static let guestHasNoName = RefusalReason(rawValue: 43)
    /// Only the receiver of a note may do this, and the caller is its sender.
    public static let notReceiver = RefusalReason(rawValue: 44)
    /// The caller blocks as many senders as can be; fields: limit.
    public static let blockLimitReached = RefusalReason(rawValue: 45)
    /// There are more muted words than the limit allows; fields: limit.
    public static let wordLimitReached = RefusalReason(rawValue: 46)
    /// The store is full; reading goes on.
    public static let storeFull = RefusalReason(rawValue: 50)
    /// Too much is asked at once; try again in a moment.
    public static let busy = RefusalReason(rawValue: 51)
    /// The stored record is damaged.
    public static let dataLoss = RefusalReason(rawValue: 52)
    /// This was done too often lately; fields: retry_after_seconds.
    public static let rateLimited = RefusalReason(rawValue: 53)
    /// The account is spoken for by as many connections as can be; fields: limit.
    public static let tooManyConnections = RefusalReason(rawValue: 54)
    /// The watch was idle longest of a connection that opened another stream; fields: limit.
    public static let watchReplaced = RefusalReason(rawValue: 55)
    /// An operator asked for a report that does not exist.
    public static let reportNotFound = RefusalReason(rawValue: 60)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "REFUSAL_REASON_UNSPECIFIED",
        1: "REFUSAL_REASON_INVALID_VALUE",
        2: "REFUSAL_REASON_INVALID_CURSOR",
        3: "REFUSAL_REASON_IDEMPOTENCY_KEY_REUSED",
        10: "REFUSAL_REASON_NOT_AUTHENTICATED",
        11: "REFUSAL_REASON_WRONG_CREDENTIALS",
        12: "REFUSAL_REASON_USERNAME_TAKEN",
        13: "REFUSAL_REASON_EMAIL_TAKEN",
        14: "REFUSAL_REASON_ACCOUNT_REQUIRED",
        15: "REFUSAL_REASON_ACCOUNT_NOT_ACTIVE",
        16: "REFUSAL_REASON_WEAK_PASSWORD",
        17: "REFUSAL_REASON_USER_NOT_FOUND",
        18: "REFUSAL_REASON_RESET_CODE_INVALID",
        20: "REFUSAL_REASON_LINK_NOT_FOUND",
        21: "REFUSAL_REASON_SIGN_IN_TO_WRITE",
        30: "REFUSAL_REASON_CONTACT_LIMIT_REACHED",
        31: "REFUSAL_REASON_DUPLICATE_CONTACT_NAME",
        32: "REFUSAL_REASON_CONTACT_LOCKED",
        33: "REFUSAL_REASON_CONTACT_NOT_FOUND",
        34: "REFUSAL_REASON_CONTACT_NOT_LINKED",
        40: "REFUSAL_REASON_MESSAGE_NOT_FOUND",
        41: "REFUSAL_REASON_ALREADY_ANSWERED",
        42: "REFUSAL_REASON_OWN_LINK",
        43: "REFUSAL_REASON_GUEST_HAS_NO_NAME",
        44: "REFUSAL_REASON_NOT_RECEIVER",
        45: "REFUSAL_REASON_BLOCK_LIMIT_REACHED",
        46: "REFUSAL_REASON_WORD_LIMIT_REACHED",
        50: "REFUSAL_REASON_STORE_FULL",
        51: "REFUSAL_REASON_BUSY",
        52: "REFUSAL_REASON_DATA_LOSS",
        53: "REFUSAL_REASON_RATE_LIMITED",
        54: "REFUSAL_REASON_TOO_MANY_CONNECTIONS",
        55: "REFUSAL_REASON_WATCH_REPLACED",
        60: "REFUSAL_REASON_REPORT_NOT_FOUND",
    ]
}
