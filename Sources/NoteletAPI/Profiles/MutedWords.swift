/// The request of `Profiles.ListMutedWords`.
public struct ListMutedWordsRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Profiles.ListMutedWords`.
public struct ListMutedWordsResponse: Codable, Hashable, Sendable {
    /// In the order of their texts, at most 50.
    public var words: [String]

    private enum CodingKeys: Int, CodingKey {
        case words = 1
    }

    /// Creates the message; what is left out is empty.
    public init(words: [String] = []) {
        self.words = words
    }
}

/// The request of `Profiles.MuteWord`.
public struct MuteWordRequest: Codable, Hashable, Sendable {
    /// 1 to 50 characters, at most 200 bytes, after trimming.
    public var word: String

    private enum CodingKeys: Int, CodingKey {
        case word = 1
    }

    /// Creates the message; what is left out is empty.
    public init(word: String = "") {
        self.word = word
    }
}

/// The response of `Profiles.MuteWord`.
public struct MuteWordResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The request of `Profiles.UnmuteWord`.
public struct UnmuteWordRequest: Codable, Hashable, Sendable {
    /// As `MuteWordRequest.word`.
    public var word: String

    private enum CodingKeys: Int, CodingKey {
        case word = 1
    }

    /// Creates the message; what is left out is empty.
    public init(word: String = "") {
        self.word = word
    }
}

/// The response of `Profiles.UnmuteWord`.
public struct UnmuteWordResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
