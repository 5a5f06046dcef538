/// What the pages for visitors say, in one language; `{name}` and the like are replaced.
struct PageTexts: Sendable {
    let title: String
    let heading: String
    let description: String
    let promise: String
    let promiseToSignedIn: String
    let content: String
    let left: String
    let send: String
    let unreachable: String
    let readReply: String
    let sentHeading: String
    let sentRemark: String
    let sentSignedInRemark: String
    let sentNotes: String
    let goOnSignedIn: String
    let code: String
    let check: String
    let keepAddress: String
    let copyAddress: String
    let copied: String
    let until: String
    let pendingHeading: String
    let pendingRemark: String
    let answeredHeading: String
    let codeHeading: String
    let codeRemark: String
    let goneHeading: String
    let closedHeading: String
    let failedHeading: String
    let logIn: String

    static func inLanguage(_ language: PageLanguage) -> PageTexts {
        switch language {
        case .english: english
        case .korean: korean
        case .japanese: japanese
        }
    }

    private static let english = PageTexts(
        title: "Write to {name} anonymously",
        heading: "An anonymous note to {name}",
        description: "Send an anonymous note. No account needed.",
        promise: "{name} does not learn who wrote. You need no account.",
        promiseToSignedIn: "{name} does not learn who wrote. You find the note with those that you "
            + "sent.",
        content: "Note",
        left: "{count} left",
        send: "Send",
        unreachable: "The server cannot be reached. What you wrote is still here; try again.",
        readReply: "Read an answer",
        sentHeading: "Sent",
        sentRemark: "If there is an answer, you can read it with this code. Keep it: it is not "
            + "shown again.",
        sentSignedInRemark: "If there is an answer, you find it with the notes that you sent.",
        sentNotes: "Notes that I sent",
        goOnSignedIn: "I am signed in: go on",
        code: "Code",
        check: "Look for the answer",
        keepAddress: "Keep the address of this page: the answer appears here. It is yours alone.",
        copyAddress: "Copy the address",
        copied: "Copied",
        until: "Until {date}",
        pendingHeading: "No answer yet",
        pendingRemark: "Look again later.",
        answeredHeading: "The answer",
        codeHeading: "Read an answer",
        codeRemark: "Enter the code that you got when you sent your note.",
        goneHeading: "Nothing here",
        closedHeading: "This link leads nowhere",
        failedHeading: "That did not work",
        logIn: "Log in or sign up"
    )

    private static let korean = PageTexts(
        title: "{name}님에게 익명 쪽지 보내기",
        heading: "{name}님에게 익명 쪽지",
        description: "익명으로 쪽지를 보내주세요. 가입하지 않아도 됩니다.",
        promise: "{name}님은 누가 보냈는지 알 수 없습니다. 가입하지 않아도 됩니다.",
        promiseToSignedIn: "{name}님은 누가 보냈는지 알 수 없습니다. 보낸 쪽지에서 다시 볼 수 있습니다.",
        content: "쪽지",
        left: "{count}자 남음",
        send: "보내기",
        unreachable: "서버에 연결할 수 없습니다. 쓴 내용은 그대로 있으니 다시 시도하시기 바랍니다.",
        readReply: "답장 확인",
        sentHeading: "쪽지를 보냈습니다",
        sentRemark: "답장이 오면 이 코드로 볼 수 있습니다. 다시 보여 드리지 않으니 보관하시기 바랍니다.",
        sentSignedInRemark: "답장이 오면 보낸 쪽지에서 볼 수 있습니다.",
        sentNotes: "보낸 쪽지",
        goOnSignedIn: "이미 로그인했다면 계속하기",
        code: "코드",
        check: "답장 확인",
        keepAddress: "이 페이지의 주소를 보관하시기 바랍니다. 답장은 여기에 나타나며, 이 주소는 본인만 알고 있습니다.",
        copyAddress: "주소 복사",
        copied: "복사했습니다",
        until: "{date}까지",
        pendingHeading: "아직 답장이 없습니다",
        pendingRemark: "나중에 다시 확인하시기 바랍니다.",
        answeredHeading: "답장이 왔습니다",
        codeHeading: "답장 확인",
        codeRemark: "쪽지를 보낼 때 받은 코드를 입력하시기 바랍니다.",
        goneHeading: "쪽지가 없습니다",
        closedHeading: "사용할 수 없는 링크입니다",
        failedHeading: "보내지 못했습니다",
        logIn: "로그인 또는 가입"
    )

    private static let japanese = PageTexts(
        title: "{name}さんに匿名で送る",
        heading: "{name}さんへの匿名メッセージ",
        description: "匿名でメッセージを送ってください。登録は必要ありません。",
        promise: "誰が書いたかは{name}さんにはわかりません。登録は必要ありません。",
        promiseToSignedIn: "誰が書いたかは{name}さんにはわかりません。送ったメッセージのところに残ります。",
        content: "メッセージ",
        left: "残り{count}文字",
        send: "送る",
        unreachable: "サーバーに接続できません。書いた内容は残っています。もう一度お試しください。",
        readReply: "返信を見る",
        sentHeading: "送りました",
        sentRemark: "返信があれば、このコードで読めます。二度と表示されないので、控えておいてください。",
        sentSignedInRemark: "返信があれば、送ったメッセージのところで読めます。",
        sentNotes: "送ったメッセージ",
        goOnSignedIn: "ログイン済みなら続ける",
        code: "コード",
        check: "返信を確認する",
        keepAddress: "このページのアドレスを保存してください。返信はここに表示されます。あなただけのアドレスです。",
        copyAddress: "アドレスをコピー",
        copied: "コピーしました",
        until: "{date}まで",
        pendingHeading: "まだ返信はありません",
        pendingRemark: "後でもう一度確認してください。",
        answeredHeading: "返信が届きました",
        codeHeading: "返信を見る",
        codeRemark: "送ったときに表示されたコードを入力してください。",
        goneHeading: "メッセージがありません",
        closedHeading: "このリンクは使えません",
        failedHeading: "送れませんでした",
        logIn: "ログインまたは登録"
    )
}
