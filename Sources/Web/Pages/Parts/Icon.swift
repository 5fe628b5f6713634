import Assets
package import Markup

/// A drawing of the sprite. It is decoration: the words beside it, or a hidden text, say what it means.
package enum Icon: String, Sendable {
    case jar, search, save, feed, compass, plus, bell, user, board, cal, cart, sort, repost, heart, talk, clock, whisk
    case globe, check, cross, up, down, back, more, edit, trash, flag, link, star, fork, list, print, share, settings
    case lock, out, camera, timer, play, pause, left, right, warn, info, book, leaf, key, drag, upload, sun, moon
    case pulse, log, why, layers, scales, disk

    package var html: HTML {
        "<svg class=\"i\" aria-hidden=\"true\"><use href=\"\(Link.asset("icons.svg").fragment(rawValue))\"/></svg>"
    }
}

extension Link {
    /// The address of an asset, which changes with the content of any asset.
    package static func asset(_ name: String) -> Link {
        Link("/static").part(Assets.digest.description).part(name)
    }
}

extension HTML.StringInterpolation {
    package mutating func appendInterpolation(_ icon: Icon) { appendInterpolation(icon.html) }
}
