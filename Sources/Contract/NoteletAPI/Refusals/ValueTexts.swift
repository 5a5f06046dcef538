/// What each field of a request takes, said in the languages of `RefusalCatalogue` but English, for
/// refusals of `invalidValue`.
///
/// The fact `expected` is English; people who read another language get the same here by the name
/// of the field. The numbers are those of the .proto files.
public enum ValueTexts {
    /// What is said of one field.
    public struct Entry: Hashable, Sendable {
        /// The name of the field in the contract.
        public let field: String
        /// The sentence in Korean.
        public let korean: String
        /// The sentence in Japanese.
        public let japanese: String
    }

    /// The sentences by field, in the order of the contract.
    public static let entries: [Entry] = [
        Entry(
            field: "username",
            korean: "사용자 이름은 글자, 숫자, '_', '-', '.'로 2~30자여야 하며, '익명'은 사용할 수 없습니다.",
            japanese: "ユーザー名は文字、数字、'_'、'-'、'.'を使った2～30文字にしてください。「익명」は使えません。"
        ),
        Entry(
            field: "email",
            korean: "이메일은 name@example.com 같은 형식이어야 하며, 254바이트까지 사용할 수 있습니다.",
            japanese: "メールアドレスは name@example.com のような形式で、254バイト以内にしてください。"
        ),
        Entry(
            field: "profile_image_url",
            korean: "프로필 이미지는 https://로 시작하는 2,048바이트 이하의 주소여야 합니다.",
            japanese: "プロフィール画像は https:// で始まる2,048バイト以内のアドレスにしてください。"
        ),
        Entry(
            field: "sender_policy",
            korean: "쪽지를 보낼 수 있는 사람은 '누구나'와 '로그인한 사람' 중에서 선택해야 합니다.",
            japanese: "メッセージを送れる人は「誰でも」か「ログインした人」から選んでください。"
        ),
        Entry(
            field: "name",
            korean: "연락처 이름은 1~50자여야 하며, 공백만 쓸 수는 없습니다.",
            japanese: "連絡先の名前は1～50文字にしてください。空白だけの名前は使えません。"
        ),
        Entry(
            field: "relationship",
            korean: "관계는 50자까지 쓸 수 있습니다.",
            japanese: "関係は50文字以内にしてください。"
        ),
        Entry(
            field: "memo",
            korean: "메모는 500자까지 쓸 수 있습니다.",
            japanese: "メモは500文字以内にしてください。"
        ),
        Entry(
            field: "content",
            korean: "내용은 앞뒤 공백을 빼고 1~2,000자, 최대 8KiB까지 쓸 수 있습니다.",
            japanese: "本文は前後の空白を除いて1～2,000文字、最大8KiBにしてください。"
        ),
        Entry(
            field: "reason",
            korean: "신고 사유를 하나 선택해야 합니다.",
            japanese: "通報の理由を一つ選んでください。"
        ),
        Entry(
            field: "detail",
            korean: "신고 내용은 1,000자까지 쓸 수 있습니다.",
            japanese: "通報の内容は1,000文字以内にしてください。"
        ),
        Entry(
            field: "page_size",
            korean: "한 번에 1~500개를 불러올 수 있습니다. 0은 기본 개수를 뜻합니다.",
            japanese: "一度に読み込めるのは1～500件です。0は既定の件数を意味します。"
        ),
        Entry(
            field: "id",
            korean: "ID는 16바이트여야 합니다.",
            japanese: "IDは16バイトにしてください。"
        ),
        Entry(
            field: "user_id",
            korean: "사용자 ID는 16바이트여야 합니다.",
            japanese: "ユーザーIDは16バイトにしてください。"
        ),
        Entry(
            field: "contact_id",
            korean: "연락처 ID는 16바이트여야 합니다.",
            japanese: "連絡先IDは16バイトにしてください。"
        ),
        Entry(
            field: "message_id",
            korean: "쪽지 ID는 16바이트여야 합니다.",
            japanese: "メッセージIDは16バイトにしてください。"
        ),
        Entry(
            field: "idempotency-key",
            korean: "중복 방지 키는 공백이 아닌 ASCII 문자 1~64자여야 합니다.",
            japanese: "重複防止キーは空白以外のASCII文字1～64文字にしてください。"
        ),
    ]

    /// The sentences for a field; nil for fields without any, whose facts have to do.
    public static func entry(for field: String?) -> Entry? {
        guard let field else { return nil }
        return entries.first { $0.field == field }
    }
}
