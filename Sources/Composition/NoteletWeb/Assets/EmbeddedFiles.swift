extension [String: [UInt8]] {
    /// The files of pages for people, by their names.
    static var ofPeople: Self { embedded.filter { !$0.key.hasPrefix(operatorPrefix) } }

    /// The files of the page for operators, by their names: those of pages for people are a part.
    static var ofOperators: Self { embedded }

    private static let operatorPrefix = "operator"

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
            "operator-calls.js": PackageResources.operator_calls_js,
            "operator-deeds.js": PackageResources.operator_deeds_js,
            "operator-elements.js": PackageResources.operator_elements_js,
            "operator-health.js": PackageResources.operator_health_js,
            "operator-live.js": PackageResources.operator_live_js,
            "operator-metrics.js": PackageResources.operator_metrics_js,
            "operator-names.js": PackageResources.operator_names_js,
            "operator-overview.js": PackageResources.operator_overview_js,
            "operator-people.js": PackageResources.operator_people_js,
            "operator-person.js": PackageResources.operator_person_js,
            "operator-quantities.js": PackageResources.operator_quantities_js,
            "operator-report.js": PackageResources.operator_report_js,
            "operator-reports.js": PackageResources.operator_reports_js,
            "operator-statistics.js": PackageResources.operator_statistics_js,
            "operator-users.js": PackageResources.operator_users_js,
            "operator-words.js": PackageResources.operator_words_js,
            "operator.css": PackageResources.operator_css,
            "operator.html": PackageResources.operator_html,
            "operator.js": PackageResources.operator_js,
            "place.js": PackageResources.place_js,
            "receive.js": PackageResources.receive_js,
            "reply.js": PackageResources.reply_js,
            "revealed.js": PackageResources.revealed_js,
            "session.js": PackageResources.session_js,
            "sessions.js": PackageResources.sessions_js,
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
