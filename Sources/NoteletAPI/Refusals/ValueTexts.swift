/// What each field of a request takes, said in Korean, for refusals of `invalidValue`.
///
/// The fact `expected` is English; people who read Korean get the same here by the name of the
/// field. The numbers are those of the .proto files.
public enum ValueTexts {
    /// The sentences by field, in the order of the contract.
    public static let entries: [(field: String, korean: String)] = [
        ("username", "사용자 이름은 글자, 숫자, '_', '-', '.'로 2~30자여야 하며, '익명'은 사용할 수 없습니다."),
        ("email", "이메일은 name@example.com 같은 형식이어야 하며, 254바이트까지 사용할 수 있습니다."),
        ("profile_image_url", "프로필 이미지는 https://로 시작하는 2,048바이트 이하의 주소여야 합니다."),
        ("sender_policy", "쪽지를 보낼 수 있는 사람은 '누구나'와 '로그인한 사람' 중에서 선택해야 합니다."),
        ("name", "연락처 이름은 1~50자여야 하며, 공백만 쓸 수는 없습니다."),
        ("relationship", "관계는 50자까지 쓸 수 있습니다."),
        ("memo", "메모는 500자까지 쓸 수 있습니다."),
        ("content", "내용은 앞뒤 공백을 빼고 1~2,000자, 최대 8KiB까지 쓸 수 있습니다."),
        ("reason", "신고 사유를 하나 선택해야 합니다."),
        ("detail", "신고 내용은 1,000자까지 쓸 수 있습니다."),
        ("page_size", "한 번에 1~500개를 불러올 수 있습니다. 0은 기본 개수를 뜻합니다."),
        ("id", "ID는 16바이트여야 합니다."),
        ("user_id", "사용자 ID는 16바이트여야 합니다."),
        ("contact_id", "연락처 ID는 16바이트여야 합니다."),
        ("message_id", "쪽지 ID는 16바이트여야 합니다."),
        ("idempotency-key", "중복 방지 키는 공백이 아닌 ASCII 문자 1~64자여야 합니다."),
    ]

    /// The sentence for a field; nil for fields without one, whose facts have to do.
    public static func korean(for field: String?) -> String? {
        guard let field else { return nil }
        return entries.first { $0.field == field }?.korean
    }
}
