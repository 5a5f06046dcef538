internal import Foundation

extension AppError: PresentableError {
    /// What is shown to people: what the service said where it said something.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    public func text(in language: TextLanguage) -> String {
        refusal?.texts[language] ?? words.text(in: language)
    }

    /// What a screen shows: a code is for developers, and who is to sign in is told to.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    public func screenText(in language: TextLanguage) -> String {
        if refusal?.texts[language] != nil { return text(in: language) }
        return switch kind {
        case .network(.server): Words.serverFailure.text(in: language)
        case .auth: Words.loginRequired.text(in: language)
        case .network, .data, .unknown: text(in: language)
        }
    }

    /// What can be done about it.
    public var action: ErrorAction {
        switch kind {
        case .network: .retry
        case .auth: .login
        case .data, .unknown: refusal?.isRetryable == true ? .retry : .dismiss
        }
    }

    private var words: Words {
        switch kind {
        case .network(let error): error.words
        case .auth(.unauthorized): .unauthorized
        case .auth(.sessionExpired): .sessionExpired
        case .data(.notFound(let message)): .notFound.saying(message)
        case .data(.validation(let message)): .validation.saying(message)
        case .data(.conflict(let message)): .conflict.saying(message)
        case .unknown(let message): .unknown.saying(message)
        }
    }
}

extension Words {
    fileprivate static let unauthorized = Words(
        en: "Authentication required",
        ko: "로그인이 필요합니다.",
        ja: "ログインが必要です。"
    )
    fileprivate static let loginRequired = Words(
        en: "Login required",
        ko: "로그인이 필요합니다.",
        ja: "ログインが必要です。"
    )
    fileprivate static let serverFailure = Words(
        en: "A server error occurred",
        ko: "서버에 오류가 발생했습니다.",
        ja: "サーバーでエラーが発生しました。"
    )
    fileprivate static let sessionExpired = Words(
        en: "Session has expired",
        ko: "로그인한 지 오래되어 다시 로그인해야 합니다.",
        ja: "セッションの有効期限が切れました。"
    )
    fileprivate static let notFound = Words(
        en: "Data not found",
        ko: "찾을 수 없습니다.",
        ja: "見つかりません。"
    )
    fileprivate static let validation = Words(
        en: "Invalid value",
        ko: "값이 올바르지 않습니다.",
        ja: "値が正しくありません。"
    )
    fileprivate static let conflict = Words(
        en: "Resource already exists",
        ko: "이미 있습니다.",
        ja: "すでに存在します。"
    )
    fileprivate static let unknown = Words(
        en: "An error occurred",
        ko: "오류가 발생했습니다.",
        ja: "エラーが発生しました。"
    )
}

extension AppError.NetworkError {
    fileprivate var words: Words {
        switch self {
        case .noConnection:
            Words(
                en: "No internet connection",
                ko: "인터넷에 연결되어 있지 않습니다.",
                ja: "インターネットに接続されていません。"
            )
        case .timeout:
            Words(
                en: "Request timed out",
                ko: "응답이 제때 오지 않았습니다.",
                ja: "応答が時間内に届きませんでした。"
            )
        case .server(let code):
            Words(
                en: "Server error (\(code))",
                ko: "서버에 오류가 발생했습니다. (\(code))",
                ja: "サーバーでエラーが発生しました。(\(code))"
            )
        case .unknown:
            Words(
                en: "A communication error occurred",
                ko: "통신 중에 오류가 발생했습니다.",
                ja: "通信中にエラーが発生しました。"
            )
        }
    }
}
