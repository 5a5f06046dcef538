extension [String: [UInt8]] {
    /// The files of this folder that are a part of the program, by their names.
    static var embedded: Self {
        [
            "app.css": PackageResources.app_css,
            "app.html": PackageResources.app_html,
            "calls.js": PackageResources.calls_js,
            "contacts.js": PackageResources.contacts_js,
            "copy.js": PackageResources.copy_js,
            "elements.js": PackageResources.elements_js,
            "export.js": PackageResources.export_js,
            "filters.js": PackageResources.filters_js,
            "forms.js": PackageResources.forms_js,
            "inbox.js": PackageResources.inbox_js,
            "link.js": PackageResources.link_js,
            "lists.js": PackageResources.lists_js,
            "main.js": PackageResources.main_js,
            "notes.js": PackageResources.notes_js,
            "receive.js": PackageResources.receive_js,
            "reply.js": PackageResources.reply_js,
            "session.js": PackageResources.session_js,
            "settings.js": PackageResources.settings_js,
            "streams.js": PackageResources.streams_js,
            "texts-en.js": PackageResources.texts_en_js,
            "texts-ja.js": PackageResources.texts_ja_js,
            "texts-ko.js": PackageResources.texts_ko_js,
            "texts.js": PackageResources.texts_js,
            "watch.js": PackageResources.watch_js,
            "welcome.js": PackageResources.welcome_js,
        ]
    }
}
