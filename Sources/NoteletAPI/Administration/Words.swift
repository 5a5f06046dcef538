/// The request of `Administration.ListWords`.
package struct ListWordsRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    package init() {}
}

/// The response of `Administration.ListWords`.
package struct ListWordsResponse: Codable, Hashable, Sendable {
    /// In the order of their texts, at most 500.
    package var words: [String]

    private enum CodingKeys: Int, CodingKey {
        case words = 1
    }

    /// Creates the message; what is left out is empty.
    package init(words: [String] = []) {
        self.words = words
    }
}

/// The request of `Administration.AddWord` and `Administration.RemoveWord`.
package struct ChangeWordRequest: Codable, Hashable, Sendable {
    /// As `MuteWordRequest.word`.
    package var word: String

    private enum CodingKeys: Int, CodingKey {
        case word = 1
    }

    /// Creates the message; what is left out is empty.
    package init(word: String = "") {
        self.word = word
    }
}

/// The response of `Administration.AddWord` and `Administration.RemoveWord`.
package struct ChangeWordResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    package init() {}
}
