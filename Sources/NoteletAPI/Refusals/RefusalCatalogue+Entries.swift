extension RefusalCatalogue {
    /// Every reason, in the order of the contract.
    public static let entries: [Entry] = [
        Entry(
            reason: .invalidValue,
            code: .invalidArgument,
            fields: ["field", "expected"],
            isRetryable: false,
            english: "The value of {field} is not valid. Expected: {expected}.",
            korean: "{field} 값이 올바르지 않습니다. 올바른 값은 다음과 같습니다: {expected}."
        ),
        Entry(
            reason: .invalidCursor,
            code: .invalidArgument,
            fields: [],
            isRetryable: false,
            english: "The cursor does not belong to this list. Start again without a cursor.",
            korean: "이 목록의 커서가 아닙니다. 커서 없이 처음부터 다시 불러와야 합니다."
        ),
        Entry(
            reason: .idempotencyKeyReused,
            code: .alreadyExists,
            fields: [],
            isRetryable: false,
            english: "This idempotency key was used with another request. Use a new key for "
                + "each new request.",
            korean: "다른 요청에 이미 사용한 중복 방지 키입니다. 새 요청에는 새 키를 사용해야 합니다."
        ),
        Entry(
            reason: .notAuthenticated,
            code: .unauthenticated,
            fields: [],
            isRetryable: false,
            english: "You are not signed in, or your session has ended. Sign in to go on.",
            korean: "로그인하지 않았거나 세션이 끝났습니다. 다시 로그인하면 이용할 수 있습니다."
        ),
        Entry(
            reason: .wrongCredentials,
            code: .unauthenticated,
            fields: [],
            isRetryable: false,
            english: "The e-mail address, the username or the password is wrong. "
                + "Check them and try again.",
            korean: "이메일, 사용자 이름 또는 비밀번호가 올바르지 않습니다. 다시 확인하시기 바랍니다."
        ),
        Entry(
            reason: .usernameTaken,
            code: .alreadyExists,
            fields: [],
            isRetryable: false,
            english: "This username is taken. Choose another one.",
            korean: "이미 사용 중인 사용자 이름입니다. 다른 이름을 선택하시기 바랍니다."
        ),
        Entry(
            reason: .emailTaken,
            code: .alreadyExists,
            fields: [],
            isRetryable: false,
            english: "This e-mail address has an account already. Sign in, or use another "
                + "address.",
            korean: "이미 가입된 이메일입니다. 로그인하거나 다른 이메일을 사용하시기 바랍니다."
        ),
        Entry(
            reason: .accountRequired,
            code: .permissionDenied,
            fields: [],
            isRetryable: false,
            english: "This needs an account. Sign up or sign in to go on.",
            korean: "계정이 있어야 이용할 수 있습니다. 가입하거나 로그인하시기 바랍니다."
        ),
        Entry(
            reason: .accountNotActive,
            code: .permissionDenied,
            fields: [],
            isRetryable: false,
            english: "This account is not active. Ask the operator about it.",
            korean: "사용이 중지된 계정입니다. 운영자에게 문의하시기 바랍니다."
        ),
        Entry(
            reason: .weakPassword,
            code: .invalidArgument,
            fields: ["field", "expected"],
            isRetryable: false,
            english: "The password is not strong enough. Expected: {expected}.",
            korean: "비밀번호가 안전하지 않습니다. 서로 다른 문자 5개 이상을 넣어 15자 이상, 최대 128바이트로 정하고, 사용자 이름이나 "
                + "이메일 이름은 빼야 합니다."
        ),
        Entry(
            reason: .userNotFound,
            code: .notFound,
            fields: [],
            isRetryable: false,
            english: "There is no account of this name, address or id.",
            korean: "이 이름, 이메일 또는 ID의 계정이 없습니다."
        ),
        Entry(
            reason: .resetCodeInvalid,
            code: .unauthenticated,
            fields: [],
            isRetryable: false,
            english: "This code is wrong, was used, or is over. Ask the operator for a new one.",
            korean: "코드가 올바르지 않거나 이미 사용했거나 기한이 지났습니다. 운영자에게 새 코드를 요청하시기 바랍니다."
        ),
        Entry(
            reason: .linkNotFound,
            code: .notFound,
            fields: [],
            isRetryable: false,
            english: "There is no such link, or no longer. Ask its owner for the new one.",
            korean: "없거나 더는 쓸 수 없는 링크입니다. 링크 주인에게 새 링크를 받아야 합니다."
        ),
        Entry(
            reason: .signInToWrite,
            code: .permissionDenied,
            fields: [],
            isRetryable: false,
            english: "The owner of this link takes notes from signed-in people only. Sign in "
                + "to write; you can stay anonymous.",
            korean: "로그인한 사람만 이 링크로 쪽지를 보낼 수 있습니다. 로그인한 뒤에도 익명으로 보낼 수 있습니다."
        ),
        Entry(
            reason: .contactLimitReached,
            code: .failedPrecondition,
            fields: ["limit"],
            isRetryable: false,
            english: "Your plan allows {limit} contacts. Delete one or go premium to add "
                + "another.",
            korean: "연락처는 {limit}명까지 등록할 수 있습니다. 더 등록하려면 연락처를 삭제하거나 프리미엄을 이용해야 합니다."
        ),
        Entry(
            reason: .duplicateContactName,
            code: .alreadyExists,
            fields: [],
            isRetryable: false,
            english: "You have a contact of this name already. Choose another name.",
            korean: "같은 이름의 연락처가 이미 있습니다. 다른 이름을 사용하시기 바랍니다."
        ),
        Entry(
            reason: .contactLocked,
            code: .failedPrecondition,
            fields: ["remaining_days"],
            isRetryable: true,
            english: "This contact cannot be deleted yet. Days until it can be: "
                + "{remaining_days}.",
            korean: "아직 삭제할 수 없습니다. {remaining_days}일 후 삭제 가능합니다."
        ),
        Entry(
            reason: .contactNotFound,
            code: .notFound,
            fields: [],
            isRetryable: false,
            english: "There is no such contact. Load your contacts again to see which there are.",
            korean: "연락처를 찾을 수 없습니다. 연락처 목록을 새로 고쳐 확인하시기 바랍니다."
        ),
        Entry(
            reason: .contactNotLinked,
            code: .failedPrecondition,
            fields: [],
            isRetryable: false,
            english: "This contact is linked to nobody. Link it with the person's personal "
                + "link, then send.",
            korean: "아직 상대방과 연결되지 않은 연락처입니다. 상대방의 개인 링크로 연결한 뒤 보낼 수 있습니다."
        ),
        Entry(
            reason: .messageNotFound,
            code: .notFound,
            fields: [],
            isRetryable: false,
            english: "There is no such note. Load your notes again to see which there are.",
            korean: "쪽지를 찾을 수 없습니다. 쪽지함을 새로 고쳐 확인하시기 바랍니다."
        ),
        Entry(
            reason: .alreadyAnswered,
            code: .failedPrecondition,
            fields: [],
            isRetryable: false,
            english: "This note has its answer already. A note can be answered once.",
            korean: "이미 답장한 쪽지입니다. 답장은 한 번만 보낼 수 있습니다."
        ),
        Entry(
            reason: .ownLink,
            code: .invalidArgument,
            fields: [],
            isRetryable: false,
            english: "This is your own link. Use the link of somebody else.",
            korean: "자신의 링크입니다. 다른 사람의 링크를 사용해야 합니다."
        ),
        Entry(
            reason: .guestHasNoName,
            code: .permissionDenied,
            fields: [],
            isRetryable: false,
            english: "A guest has no name to show. Send the note anonymously, or sign in first.",
            korean: "비회원은 보여 줄 이름이 없습니다. 익명으로 보내거나 먼저 로그인해야 합니다."
        ),
        Entry(
            reason: .notReceiver,
            code: .permissionDenied,
            fields: [],
            isRetryable: false,
            english: "You sent this note. Only its receiver can do this.",
            korean: "자신이 보낸 쪽지입니다. 받은 사람만 할 수 있습니다."
        ),
        Entry(
            reason: .blockLimitReached,
            code: .failedPrecondition,
            fields: ["limit"],
            isRetryable: false,
            english: "You can keep {limit} blocks. Take one back to add another.",
            korean: "차단은 {limit}개까지 할 수 있습니다. 다른 차단을 해제한 뒤 추가할 수 있습니다."
        ),
        Entry(
            reason: .wordLimitReached,
            code: .failedPrecondition,
            fields: ["limit"],
            isRetryable: false,
            english: "You can keep {limit} words. Take one away to add another.",
            korean: "단어는 {limit}개까지 등록할 수 있습니다. 다른 단어를 지운 뒤 추가할 수 있습니다."
        ),
        Entry(
            reason: .storeFull,
            code: .resourceExhausted,
            fields: [],
            isRetryable: true,
            english: "The server has no room to store this. Reading goes on; try again later.",
            korean: "서버에 저장할 공간이 없습니다. 읽기는 가능하며, 저장은 나중에 다시 시도하시기 바랍니다."
        ),
        Entry(
            reason: .busy,
            code: .resourceExhausted,
            fields: [],
            isRetryable: true,
            english: "The server has too much to do at this moment. Try again shortly.",
            korean: "지금은 요청이 많아 처리할 수 없습니다. 잠시 후 다시 시도하시기 바랍니다."
        ),
        Entry(
            reason: .dataLoss,
            code: .dataLoss,
            fields: [],
            isRetryable: false,
            english: "What is stored about this is damaged and cannot be read. Tell the "
                + "operator.",
            korean: "저장된 기록이 손상되어 읽을 수 없습니다. 운영자에게 알려 주시기 바랍니다."
        ),
        Entry(
            reason: .rateLimited,
            code: .resourceExhausted,
            fields: ["retry_after_seconds"],
            isRetryable: true,
            english: "This was done too often. Seconds until it can be done again: "
                + "{retry_after_seconds}.",
            korean: "너무 자주 시도했습니다. {retry_after_seconds}초 후 다시 시도할 수 있습니다."
        ),
        Entry(
            reason: .tooManyConnections,
            code: .resourceExhausted,
            fields: ["limit"],
            isRetryable: true,
            english: "Your account has {limit} connections open already. Close one to "
                + "open another.",
            korean: "이 계정은 이미 연결 {limit}개를 사용하고 있습니다. 하나를 닫은 뒤 다시 연결할 수 있습니다."
        ),
        Entry(
            reason: .watchReplaced,
            code: .resourceExhausted,
            fields: ["limit"],
            isRetryable: false,
            english: "This watch made room for a newer one: a connection may have {limit}. Give "
                + "each watch a connection of its own.",
            korean: "연결 하나로 변경 사항을 {limit}개까지 받아 볼 수 있어, 새로 시작한 것 대신 가장 오래 변화가 "
                + "없던 것을 끝냈습니다."
        ),
        Entry(
            reason: .reportNotFound,
            code: .notFound,
            fields: [],
            isRetryable: false,
            english: "There is no report of this number.",
            korean: "이 번호의 신고가 없습니다."
        ),
    ]
}
