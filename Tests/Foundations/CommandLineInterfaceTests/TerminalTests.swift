import CommandLineInterface
import Glibc
import TestSupport
import Testing

@Suite("Terminal")
struct TerminalTests {
    @Test(
        "Letters take the cells that terminals give them",
        arguments: [
            ("", 0), ("abc", 3), ("쪽지", 4), ("日本", 4), ("カナ", 4), ("ﾊﾝ", 2), ("é", 1),
            ("e\u{301}", 1), ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👩‍👩‍👧‍👦", 2), ("🇰🇷", 2),
            ("❤️", 2), ("❤", 1), ("\u{200B}", 0), ("\u{1B}", 0), ("ａ", 2), ("…", 1), ("│", 1),
        ]
    )
    func cellWidth(text: String, width: Int) {
        #expect(text.cellWidth == width)
    }

    @Test(
        "Text is cut between letters, never within two cells",
        arguments: [
            ("쪽지함", 6, "쪽지함"), ("쪽지함", 5, "쪽지…"), ("쪽지함", 4, "쪽…"), ("쪽지함", 2, "…"),
            ("쪽지함", 1, "…"), ("쪽지함", 0, ""), ("abc", 3, "abc"), ("abc", 2, "a…"),
        ]
    )
    func truncation(text: String, width: Int, result: String) {
        #expect(text.truncated(toCellWidth: width) == result)
    }

    @Test("Text of strangers cannot command a terminal")
    func strangersAreHarmless() {
        #expect("a\u{1B}[2Jb\u{07}".terminalSafe == "a␛[2Jb␇")
        #expect("a\r\nb\tc\u{7F}\u{9B}\u{202E}d".terminalSafe == "a⏎b c���d")
        #expect("쪽지 👩‍👧".terminalSafe == "쪽지 👩‍👧")
        #expect("a\r\nb\tc\u{0}\u{1B}[31m\u{202E}d".fileSafe == "a\r\nb\tc␀␛[31m\u{FFFD}d")
        #expect("쪽지 👩‍👧".fileSafe == "쪽지 👩‍👧")
        #expect("\na\n\u{1B}\n".terminalSafeLines == "\na\n␛\n")
        #expect("".terminalSafeLines == "")
    }

    @Test(
        "Colour needs a terminal that wants it, or the person's word",
        arguments: [
            (ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
            (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
            (.auto, true, ["TERM": "dumb"], false), (.never, true, [:], false),
            (.always, false, ["NO_COLOR": "1"], true),
        ] as [(ColorChoice, Bool, [String: String], Bool)]
    )
    func color(
        choice: ColorChoice,
        isTerminal: Bool,
        environment: [String: String],
        isOn: Bool
    ) {
        let style = TerminalStyle(choice, isTerminal: isTerminal, environment: environment)
        #expect(style.isOn == isOn)
        #expect(style.apply(.bold, to: "a") == (isOn ? "\u{1B}[1ma\u{1B}[0m" : "a"))
        #expect(style.apply(.red, to: "") == "")
    }

    @Test("The width is the terminal's, else COLUMNS, else 80")
    func width() throws {
        let terminal = try PseudoTerminal(columns: 123)
        #expect(Terminal.width(of: terminal.device, environment: ["COLUMNS": "50"]) == 123)
        let pipe = try Pipe()
        #expect(Terminal.width(of: pipe.writing, environment: ["COLUMNS": "50"]) == 50)
        for columns in ["0", "-1", "x", ""] {
            #expect(Terminal.width(of: pipe.writing, environment: ["COLUMNS": columns]) == 80)
        }
        #expect(!Terminal.environment.isEmpty)
    }

    @Test("A table lines up by cells")
    func tableLinesUp() {
        var table = TextTable(columns: [.init("이름"), .init("n", alignment: .trailing)])
        table.append(["쪽지", "5"])
        table.append(["a\u{1B}b", "100"])
        table.append(["x"])
        #expect(
            table.text(border: .spaces)
                == "이름    n\n쪽지    5\na␛b   100\nx        \n"
        )
        #expect(
            table.text(border: .box) == """
                ┌──────┬─────┐
                │ 이름 │   n │
                ├──────┼─────┤
                │ 쪽지 │   5 │
                │ a␛b  │ 100 │
                │ x    │     │
                └──────┴─────┘

                """
        )
    }

    @Test("A table too wide takes from its widest columns, down to four cells")
    func tableShrinks() {
        var table = TextTable(columns: [.init("a"), .init("b")])
        table.append(["short", "쪽지쪽지쪽지쪽지"])
        #expect(table.text(border: .spaces, width: 15) == "a      b\nshort  쪽지쪽…\n")
        #expect(table.text(border: .box, width: 3).contains("│ sho… │ 쪽…  │"))
        let marked = table.text(border: .spaces, style: TerminalStyle(isOn: true))
        #expect(marked.hasPrefix("\u{1B}[1ma\u{1B}[0m      \u{1B}[1mb\u{1B}[0m\n"))
    }

    @Test("What is of use only as a whole is not cut, though lines get too long")
    func wholeCells() {
        var table = TextTable(columns: [.init("id", fitting: .whole), .init("note")])
        table.append(["86aff8da-eb7a", "a longer text"])
        #expect(table.text(border: .spaces, width: 21).hasSuffix("86aff8da-eb7a  a lon…\n"))
        #expect(table.text(border: .spaces, width: 9).hasSuffix("86aff8da-eb7a  a l…\n"))
    }
}
