import Answers
import ArgumentParser
import CloudEvents
import Events
import Fetching
import Recipes

struct ImportURL: Verb {
    static let configuration = CommandConfiguration(
        commandName: "url", abstract: "Fetch web pages and import their recipes.",
        discussion: """
            Up to \(PageFetcher.redirectsMax) redirects are followed, for \(Int(PageFetcher.secondsMax)) seconds and \
            \(PageFetcher.bytesMax >> 20) MiB a page. Only hosts that anybody can reach are asked, through every redirect, \
            unless --allow-private is there.
            """)
    static let examples = [
        Example("import url https://kitchen.example/soup --as @ada", "a page"),
        Example("import url https://kitchen.example/soup --as @ada --dry-run", "what would become of it"),
        Example("import url http://localhost:8080/soup --as @ada --allow-private", "of this machine or its network"),
    ]

    @Argument(help: "http or https URLs.") var urls: [String]
    @Flag(help: "Also ask this machine and its network.") var allowPrivate = false
    @Flag(help: "Store the pictures of the recipes, instead of their URLs.") var fetchImages = false
    @OptionGroup var flags: ImportFlags
    @OptionGroup var options: GlobalOptions

    var columns: [String] { ImportReport.columns + ImportReport.itemColumns }

    func execute(_ invocation: Invocation) throws {
        let fetcher = PageFetcher(allowsPrivate: allowPrivate)
        var rest = urls[...]
        try invocation.importRecipes(flags, fetching: fetchImages ? fetcher : nil, beside: []) {
            guard let url = rest.popFirst() else { return nil }
            do throws(FetchFailure) {
                let request = FetchRequest(page: url)
                let page = try Waiting.run { () throws(FetchFailure) in try await fetcher.page(request) }
                return WebRecipes.items(of: page, place: url)
            } catch {
                return [.refused(RefusedItem(place: url, reason: error.kind.reason, message: error.worded))]
            }
        }
    }
}
