import CommandLineInterface
import PersonCommands

/// A person's client: what it is called, what it can do, and what counts for all of it.
enum NoteletProgram {
    static let root = Command(
        "notelet-cli",
        summary: Wording("익명 쪽지를 보내고, 읽고, 쪽지에 답장합니다", "Sends, reads and answers anonymous notes"),
        discussion: Wording(
            """
            'notelet-cli signup'으로 시작하시기 바랍니다. 누군가에게 링크를 받았고 계정은 만들고 싶지 않다면 \
            'notelet-cli guest'로 시작하시기 바랍니다. 세션은 본인만 읽을 수 있는 파일에 보관되며 저절로 갱신됩니다.

            비밀번호는 터미널에서 묻거나, --password-stdin을 쓰면 표준 입력에서, 아니면 NOTELET_PASSWORD에서 \
            읽습니다. 다른 사람이 볼 수 있는 명령줄에서는 절대 받지 않습니다.

            --json을 쓰면 표준 출력은 JSON 문서 하나이며, ID는 소문자 UUID이고 시각은 UTC로 쓴 RFC 3339입니다. 오류는 \
            표준 오류에 문서로 씁니다.

            종료 코드는 성공이면 0, 규칙에 따라 거절되었으면 1, 사용법이 틀렸으면 64, 입력이 UTF-8 텍스트가 아니면 65, \
            서버에 연결할 수 없으면 69, 파일을 읽거나 쓸 수 없으면 74, 시간이 다 되었거나 너무 자주 요청했으면 75, 서버가 다른 \
            프로토콜을 쓰거나 서버의 인증서를 믿을 수 없으면 76, 로그인해야 하면 77, 인증서 파일을 쓸 수 없으면 78입니다.
            """,
            """
            Begin with 'notelet-cli signup' or, if somebody gave you a link and you want no \
            account, with 'notelet-cli guest'. The session is kept in a file that only you can \
            read, and is refreshed by itself.

            Passwords are asked for on the terminal, or come from standard input with \
            --password-stdin, or from NOTELET_PASSWORD; never from the command line, which \
            others can see.

            With --json, standard output is one JSON document, ids are UUIDs in lower case and \
            times are RFC 3339 in UTC; an error is a document on standard error.

            The exit code is 0, 1 when a rule refused, 64 for wrong usage, 65 when input is no \
            UTF-8 text, 69 when the server is out of reach, 74 when a file cannot be read or \
            written, 75 when time ran out or something was done too often, 76 when the server \
            spoke another protocol or its certificate was refused, 77 when you have to sign in, \
            78 when a certificate file is of no use.
            """
        ),
        options: GlobalOptions.all,
        subcommands: FeatureCommands.all + [PingCommand.ping]
    )
}
