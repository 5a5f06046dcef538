import Testing

@Suite("Code without comments and strings")
struct CodeOnlyTests {
    @Test(
        "Comments and the insides of strings are blank",
        arguments: [
            ("a // b", "a     "),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("a /* b\nc */ d", "a     \n     d"),
            ("\"a\" b", "\" \" b"),
            ("\"\\\"a\" b", "\"   \" b"),
            ("\"// a\" b", "\"    \" b"),
            ("\"\\(a(\"b)\"))c\" d", "\"           \" d"),
            ("#\"a\"b\"# c", "#\"   \"# c"),
            ("#\"\\(a\"# b", "#\"   \"# b"),
            ("#\"\\#(\"a\")\"# b", "#\"       \"# b"),
            ("\"\"\"\na \"b\" {\n\"\"\" c", "\"\"\"\n       \n\"\"\" c"),
            ("\"open\nb", "\"    \nb"),
            ("#if a", "#if a"),
            ("a /*", "a   "),
        ]
    )
    func textIsBlanked(text: String, code: String) {
        #expect(codeOnly(text) == code)
    }
}
