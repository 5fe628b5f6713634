package import LarderAPI
import Markup

/// What another site shows in place of an address of this one, by oEmbed: a link with its title and author.
package struct Embedding {
    private let title: String
    private let author: (name: String, username: String)

    package init(_ recipe: RecipeDocument) {
        (title, author) = (recipe.title, (recipe.author.name, recipe.author.username))
    }

    package init(_ profile: ProfileAnswer) {
        (title, author) = (profile.name, (profile.name, profile.username))
    }

    package func document(at site: Site, called community: String) -> [UInt8] {
        JSON.object([
            "version": .text("1.0"), "type": .text("link"), "title": .text(title), "author_name": .text(author.name),
            "author_url": .text(site.whole(.member(author.username))), "provider_name": .text(community),
            "provider_url": .text(site.whole(Link("/"))), "cache_age": .whole(3_600),
        ]).document
    }
}
