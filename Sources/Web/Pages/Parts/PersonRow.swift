package import LarderAPI
package import Markup

/// A member in a list: face, name, username, and a button to follow where the list says what is between the reader and the member.
package struct PersonRow {
    private let member: MemberCard
    private let marks: [SearchMatch]

    /// `marks`: what a search matched in the member.
    package init(_ member: MemberCard, marking marks: [SearchMatch]? = nil) {
        (self.member, self.marks) = (member, marks ?? [])
    }

    package var html: HTML {
        let back: HTML? = member.viewer?.followsViewer == true ? " <span class=\"pill\">follows you</span>" : nil
        return """
            <li>\(Face.html(member))<div class="grow"><a class="bare" href="\(Link.member(member))"><b>\(MarkedText(member.name, in: "name", marks).html)</b></a><br>\
            <span class="soft small">@\(MarkedText(member.username, in: "username", marks).html)</span>\(back)</div>\(member.viewer.map { FollowButton(member.username, member.id, $0).html() })</li>
            """
    }
}

/// The button to follow a member of a list. It is a part of the page.
package struct FollowButton {
    private let username: String
    private let id: String
    private let relation: MemberRelation

    package init(_ username: String, _ id: String, _ relation: MemberRelation) {
        (self.username, self.id, self.relation) = (username, id, relation)
    }

    package static func part(of member: String) -> String { "row-\(member)" }

    package func html(saying said: Said? = nil) -> HTML {
        let part = Self.part(of: id)
        let isOn = relation.follows
        let button: HTML =
            relation.blocked
            ? "<span class=\"pill\">blocked</span>"
            : """
            <form method="post" action="\(Link.member(username).end("/follow"))" data-swap="\(part)"><button class="btn\(isOn ? " quiet" : "")" name="on" \
            value="\(isOn ? "0" : "1")" aria-pressed="\(isOn ? "true" : "false")">\(isOn ? "Following" : "Follow")<span class="hide"> @\(username)</span></button></form>
            """
        return "<div class=\"buttons end\" id=\"\(part)\"\(HTML.Attribute("data-said", said?.sentence))>\(button)</div>"
    }
}
