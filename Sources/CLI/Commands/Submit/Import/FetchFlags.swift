import ArgumentParser
import Events
import Fetching

/// The options of imports for pictures that URLs show.
struct FetchFlags: ParsableArguments {
    @Flag(
        help: """
            Store the pictures that URLs show, instead of the URLs. A picture that cannot be fetched keeps its URL; running \
            the import again fetches what is missing.
            """)
    var fetchImages = false
    @Flag(help: "With --fetch-images: also ask this machine and its network.") var allowPrivate = false

    /// `nil`: URLs stay.
    var fetcher: PageFetcher? {
        get throws(Refusal) {
            guard fetchImages || !allowPrivate else {
                throw Refusal(
                    .usage, "--allow-private goes with --fetch-images: add it, or leave --allow-private out",
                    field: "allow-private")
            }
            return fetchImages ? PageFetcher(allowsPrivate: allowPrivate) : nil
        }
    }
}
