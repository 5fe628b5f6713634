package import LarderAPI
package import Markup

/// A stored picture in the sizes that suit a place of a page. The browser chooses one by the place's width and the screen, and keeps
/// the room for it, because width and height are known.
package struct Picture {
    package enum Place: Sendable {
        /// A card of a list, as wide as the column.
        case card
        /// A card of a grid.
        case tile
        /// Above a recipe.
        case hero
        /// Below a step.
        case step
        /// A step in cook mode.
        case cooking
        /// Below a cook's note.
        case note
        /// A square beside a title.
        case thumb
        /// A picture in the editor.
        case editor

        /// The width of the place, for the attribute `sizes`. The style sheet makes it.
        fileprivate var sizes: String {
            switch self {
            case .card: "(min-width: 56rem) 41rem, 100vw"
            case .tile: "(min-width: 56rem) 16rem, 50vw"
            case .hero: "(min-width: 66rem) 33rem, (min-width: 56rem) 50vw, 100vw"
            case .step: "(min-width: 56rem) 38rem, 100vw"
            case .cooking: "(min-width: 56rem) 54rem, 100vw"
            case .note: "(min-width: 56rem) 20rem, 80vw"
            case .thumb: "3.25rem"
            case .editor: "18rem"
            }
        }

        /// The size for browsers that do not choose, and for reading without a connection.
        fileprivate var size: Link.ImageSize { self == .thumb ? .small : .medium }
    }

    package enum Priority: Sendable {
        /// The largest picture of the page.
        case high
        /// It is seen at once, so that the browser must not wait with it.
        case normal
        /// It is loaded when it is nearly seen.
        case low
    }

    private let picture: PictureDocument
    private let place: Place
    private let priority: Priority
    /// What the picture shows; empty: the text beside it says that, or its author says nothing.
    private let text: String

    package init(_ picture: PictureDocument, in place: Place, _ priority: Priority = .low, showing text: String? = nil)
    {
        (self.picture, self.place, self.priority, self.text) = (picture, place, priority, text ?? "")
    }

    package var html: HTML {
        """
        <img src="\(link(place.size))" srcset="\(candidates)" sizes="\(place.sizes)" alt="\(text)" \
        width="\(picture.width)" height="\(picture.height)"\(HTML.Attribute("loading", priority == .low ? "lazy" : nil))\
        \(HTML.Attribute("fetchpriority", priority == .high ? "high" : nil))>
        """
    }

    private func link(_ size: Link.ImageSize) -> Link { Link("/images").part(picture.id).query("size", size.rawValue) }

    /// Each size with its width. A size that the picture does not reach is answered by the next larger one, so it has no entry.
    private var candidates: String {
        var candidates: [String] = []
        for size in Link.ImageSize.allCases {
            candidates.append("\(link(size).text) \(width(of: size))w")
            if max(picture.width, picture.height) <= size.sideMax { break }
        }
        return candidates.joined(separator: ", ")
    }

    /// As the service scales: the longest side has at most the size's pixels.
    private func width(of size: Link.ImageSize) -> Int {
        let longest = max(picture.width, picture.height)
        guard longest > size.sideMax else { return picture.width }
        return max(1, (picture.width * size.sideMax + longest / 2) / longest)
    }
}

extension RecipeDocument {
    /// The first of the recipe's own pictures that is stored here; `nil`: there is none, and a label stands in its place.
    package var picture: PictureDocument? {
        guard let images, let pictures else { return nil }
        return images.lazy.compactMap { id in pictures.first { $0.id == id } }.first
    }

    /// What ``picture`` shows; `nil`: it is not said.
    package var pictureText: String? {
        guard let id = picture?.id, let place = images?.firstIndex(of: id) else { return nil }
        return imageText(at: place)
    }

    /// What the image at that place shows; `nil`: it is not said.
    package func imageText(at place: Int) -> String? {
        guard let imageTexts, imageTexts.indices.contains(place), !imageTexts[place].isEmpty else { return nil }
        return imageTexts[place]
    }

    /// The picture of a step.
    func picture(of step: StepDocument) -> PictureDocument? {
        step.image.flatMap { id in pictures?.first { $0.id == id } }
    }
}
