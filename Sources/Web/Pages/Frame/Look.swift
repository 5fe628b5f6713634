/// How a reader wants pages to look and behave, as a cookie of the browser keeps it.
///
/// The server reads the cookie, so that the first paint is right. A value that is unknown or absent is the default.
package struct Look: Hashable, Sendable {
    package enum Theme: String, CaseIterable, Sendable {
        case warm, mint, ocean
    }

    package enum Mode: String, CaseIterable, Sendable {
        case light, dark
    }

    package enum TextSize: Int, CaseIterable, Sendable {
        case normal = 100
        case large = 112
        case largest = 125
    }

    package enum Units: String, CaseIterable, Sendable {
        case metric, us, grams
    }

    package var theme = Theme.warm
    /// `nil`: as the reader's system says.
    package var mode: Mode?
    package var textSize = TextSize.normal
    package var hasMoreContrast = false
    /// `nil`: quantities as they were written.
    package var units: Units?
    package var scrollsOn = true
    package var hasShortcuts = true

    package init() {}

    /// Reads the value of the cookie: words that are joined by dots, in any order.
    package init(cookie text: some StringProtocol) {
        for word in text.split(separator: ".") {
            if let theme = Theme(rawValue: String(word)) { self.theme = theme }
            if let mode = Mode(rawValue: String(word)) { self.mode = mode }
            if let size = Int(word).flatMap(TextSize.init) { textSize = size }
            if let units = Units(rawValue: String(word)) { self.units = units }
            switch word {
            case "contrast": hasMoreContrast = true
            case "noscroll": scrollsOn = false
            case "nokeys": hasShortcuts = false
            default: break
            }
        }
    }

    /// The value of the cookie. Equal looks have equal texts, so that it is part of a cache's key.
    package var cookie: String {
        var words = [theme.rawValue]
        if let mode { words.append(mode.rawValue) }
        if textSize != .normal { words.append("\(textSize.rawValue)") }
        if let units { words.append(units.rawValue) }
        if hasMoreContrast { words.append("contrast") }
        if !scrollsOn { words.append("noscroll") }
        if !hasShortcuts { words.append("nokeys") }
        return words.joined(separator: ".")
    }
}
