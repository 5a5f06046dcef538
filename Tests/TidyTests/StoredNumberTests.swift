import Testing

/// The numbers under which the parts of records are stored: a store that was written once has them.
@Suite("Stored numbers")
struct StoredNumberTests {
    /// Each record's, by the name of its type.
    ///
    /// A further part gets a further line or number here, and the number of one that went is never
    /// given to another.
    private static let given: [String: String] = [
        "AuditRecord": "1 recordedAt, 2 operatorName, 3 action",
        "CollectionRecord": "1 name, 2 createdAt, 3 isRemoved, 4 kind",
        "ConfigEntries": "1 values",
        "ConfigVersion": "1 publishedAt, 2 operatorName, 3 note, 4 rolledBackFrom, 5 entryCount",
        "ContactRecord":
            "1 name, 2 relationship, 3 memo, 4 registeredAt, 5 linkedUser, 6 changeSequence",
        "Crash":
            "1 signature, 2 exceptionType, 3 reason, 4 stack, 5 appVersion, 6 platform, "
            + "7 occurredAt",
        "ChannelPersonRow": "1 person, 2 isInvited, 3 readNumber",
        "ChatRow": "1 author, 2 saying, 3 role, 4 text, 5 clientID, 6 sentAt",
        "CheckInRow": "1 moment, 2 streak",
        "CrashGroup": "1 exceptionType, 2 count, 3 firstSeen, 4 lastSeen, 5 appVersions, 6 sample",
        "EarnedRow": "1 earnedAt, 2 awarded",
        "GeofenceRow": "1 name, 2 latitude, 3 longitude, 4 radius",
        "GoalRow": "1 name, 2 title, 3 kindNumber, 4 goal, 5 reward, 6 isWithdrawn",
        "GrantRow": "1 title",
        "ItemRecord": "1 title, 2 payload, 3 createdAt, 4 creator, 5 creation",
        "KeptEvent": "1 event, 2 appVersion, 3 platform, 4 installation",
        "LoggedEvent": "1 name, 2 occurredAt, 3 properties",
        "MemberRecord":
            "1 name, 2 email, 3 joinedAt, 4 status, 5 keeper, 6 keeping, 7 told, "
            + "8 postCount, 9 rank",
        "MetaRecord": "1 schemaVersion, 2 keyFingerprint, 3 createdAt",
        "AgentRow": "1 name, 2 since",
        "OrderDetailsRow": "1 customer, 2 phone, 3 note, 4 stops, 5 shopper",
        "OrderDetailsRow.Stops": "1 all",
        "OrderEventRow": "1 kindNumber, 2 moment, 3 agent, 4 operatorName, 5 reason",
        "OrderRow":
            "1 pool, 2 told, 3 summary, 4 fee, 5 reference, 6 openedAt, 7 statusNumber, "
            + "8 agent, 9 shopper, 10 takenAt, 11 closedAt, 12 eventCount, 13 forgotten",
        "OrderStop": "1 kindNumber, 2 address, 3 north, 4 east",
        "PassageRow": "1 agent, 2 geofence, 3 order, 4 position, 5 isEntry",
        "PieceRow": "1 moments, 2 latitudes, 3 longitudes",
        "PositionRecord": "1 moment, 2 latitude, 3 longitude",
        "PostRecord": "1 author, 2 text, 3 createdAt, 4 keeper, 5 keeping",
        "ProgressRow": "1 count, 2 isClaimed, 3 awarded",
        "ReportRecord.Resolution": "1 operatorName, 2 text, 3 resolvedAt",
        "ReportRecord":
            "1 reason, 2 detail, 3 reportedAt, 4 content, 5 receiver, 6 sequence, "
            + "7 sealedSenderRoute, 8 resolution",
        "ResetRecord": "1 user, 2 expiresAt, 3 operatorName",
        "SessionRecord.Rotation": "1 spentDigest, 2 rotatedAt, 3 sealedSuccessor",
        "SessionRecord":
            "1 kind, 2 openedAt, 3 refreshedAt, 4 accessDigest, 5 accessExpiresAt, "
            + "6 refreshDigest, 7 refreshExpiresAt, 8 rotation",
        "StandingRecord": "1 status",
        "StandingRow":
            "1 day, 2 dayBegan, 3 submissionCount, 4 longestStreak, 5 pointsEarned",
        "SubmissionRow": "1 number, 2 answers, 3 submittedAt, 4 awarded",
        "SubmissionRow.Answers": "1 all",
        "SurveyAnswer": "1 text, 2 choices",
        "SurveyQuestion": "1 text, 2 kindNumber, 3 options, 4 maximum",
        "SurveyRow":
            "1 title, 2 description, 3 questions, 4 reward, 5 minutes, 6 expiresAt, 7 category, "
            + "8 createdAt, 9 closedAt, 10 submissionCount, 11 submissionsMax, 12 reference, "
            + "13 firstExpiresAt, 14 firstSubmissionsMax",
        "SurveyRow.Questions": "1 all",
        "TelemetryPlace": "1 day, 2 number",
        "TrackingRow": "1 takenAt, 2 startedAt, 3 stoppedAt, 4 last, 5 inside",
        "UnwantedWordRecord": "1 text, 2 addedAt",
        "UserRecord":
            "1 username, 2 email, 3 passwordHash, 4 profileImageURL, 5 sealedLinkToken, "
            + "6 senderPolicy, 7 premiumExpiresAt, 8 status, 9 createdAt, 10 changeSequence, "
            + "11 anonymousTimes",
        "ZoneRow": "1 zone",
    ]

    @Test("No part of a record is stored under another number than it ever was")
    func numbers() {
        let found = Self.numbers(in: Repository.current.swiftFiles)
        for (type, numbers) in found {
            #expect(numbers == Self.given[type], "the numbers of \(type) are \(numbers)")
        }
        for type in Self.given.keys { #expect(found[type] != nil, "\(type) is stored no longer") }
    }

    @Test("Numbers are found with what they stand for, in what is stored alone")
    func found() {
        let text = """
            package struct First: Codable {
                struct Second: Codable {
                    var part = 1
                    enum CodingKeys: Int, CodingKey {
                        case part = 2
                    }
                }
                enum CodingKeys: Int, CodingKey {
                    case one = 1
                    case three = 3
                }
            }
            """
        let given = ["First": "1 one, 3 three", "First.Second": "2 part"]
        for (path, isStored) in [
            ("Sources/Features/A/Storage/F.swift", true),
            ("Sources/Features/A/Rules/F.swift", true), ("Sources/Store/Records/F.swift", true),
            ("Sources/Features/A/Service/F.swift", false),
            ("Tests/Store/RecordsTests/F.swift", false),
        ] {
            let numbers = Self.numbers(in: [SourceFile(path: path, text: text)])
            #expect(numbers == (isStored ? given : [:]))
        }
    }

    /// The numbers of each type that is stored.
    private static func numbers(in files: [SourceFile]) -> [String: String] {
        var numbers: [String: [String]] = [:]
        for file in files where isOfStorage(file) {
            // Around a line, each with how far it is moved in.
            var types: [(indent: Int, name: String)] = []
            var isInKeys = false
            for line in file.codeLines {
                let indent = line.prefix { $0 == " " }.count
                let words = line.split { " :,<".contains($0) }.map(String.init)
                if isInKeys, words.first == "case", words.count == 4 {
                    let type = types.map(\.name).joined(separator: ".")
                    numbers[type, default: []].append("\(words[3]) \(words[1])")
                } else if words == ["}"] {
                    isInKeys = false
                    types.removeAll { $0.indent >= indent }
                } else if line.contains("enum CodingKeys: Int") {
                    isInKeys = true
                } else if let index = words.firstIndex(where: ["struct", "extension"].contains),
                    index + 1 < words.count
                {
                    types.removeAll { $0.indent >= indent }
                    types.append((indent, words[index + 1]))
                }
            }
        }
        return numbers.mapValues { $0.joined(separator: ", ") }
    }

    /// Whether records are declared in a file.
    private static func isOfStorage(_ file: SourceFile) -> Bool {
        let folders = file.path.split(separator: "/").map(String.init)
        guard folders.first == "Sources", folders.count > 3 else { return false }
        return folders[1] == "Store" || folders[2] == "Storage"
            || folders[1] == "Features" && ["Rules", "Storage"].contains(folders[3])
    }
}
