import Markup

/// Says how many things came while the page was open, and leads to them. Without scripts it is not seen.
struct NewPill {
    private let link: Link
    private let kinds: [String]
    private let word: String

    /// `kinds`: the kinds of events that count, of a topic of the page. `word`: what one of them is.
    init(_ link: Link, kinds: [String], word: String) { (self.link, self.kinds, self.word) = (link, kinds, word) }

    var html: HTML {
        """
        <p class="pillbar" role="status" hidden data-new="\(link)" data-kinds="\(kinds.joined(separator: " "))" data-word="\(word)"></p>
        """
    }
}
