internal import ProtobufCoding

/// What is wrong with a reported note.
public struct ReportReason: OpenEnum {
    /// The number on the wire.
    public let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    public static let unspecified = ReportReason(rawValue: 0)
    /// Insults or harassment.
    public static let harassment = ReportReason(rawValue: 1)
    /// Sexual content.
    public static let sexualContent = ReportReason(rawValue: 2)
    /// A threat.
    public static let threat = ReportReason(rawValue: 3)
    /// Advertising or the same thing again and again.
    public static let spam = ReportReason(rawValue: 4)
    /// The writer may harm themselves.
    public static let selfHarm = ReportReason(rawValue: 5)
    /// Something else; `detail` says what.
    public static let other = ReportReason(rawValue: 6)

    /// The names in the contract.
    public static let names: [Int32: String] = [
        0: "REPORT_REASON_UNSPECIFIED",
        1: "REPORT_REASON_HARASSMENT",
        2: "REPORT_REASON_SEXUAL_CONTENT",
        3: "REPORT_REASON_THREAT",
        4: "REPORT_REASON_SPAM",
        5: "REPORT_REASON_SELF_HARM",
        6: "REPORT_REASON_OTHER",
    ]
}
