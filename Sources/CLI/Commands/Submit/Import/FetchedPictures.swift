import CloudEvents
import Community
import Decisions
import EventLog
import Events
import Fetching
import Layout
import Recipes
import Views

/// The URLs of pictures that an imported recipe or profile names.
struct WantedPictures {
    let place: String
    let origin: Origin
    let urls: [String]

    /// `nil`: it names none.
    init?(_ item: FittedItem) {
        guard let command = item.command, let origin = command.origin else { return nil }
        switch command.payload {
        case .recipe(let content): urls = content.allImages.filter(Self.isURL)
        case .registration(let registration): urls = [registration.avatar].filter(Self.isURL)
        default: return nil
        }
        guard !urls.isEmpty else { return nil }
        (place, self.origin) = (item.place, origin)
    }

    private static func isURL(_ text: String) -> Bool { text.contains("://") }
}

extension Invocation {
    /// Brings over the pictures, and adds them to the report.
    func fetchPictures(
        _ wanted: [WantedPictures], into community: Community, _ fetcher: PageFetcher, _ flags: ImportFlags,
        _ report: inout ImportReport, tell: @escaping (ImportRun.Line) throws -> Void
    ) throws {
        guard !flags.dryRun else { return }
        let bar = output.progressBar("Fetching pictures", unit: "items")
        defer { bar.finish() }
        var pictures = FetchedPictures(community, fetcher, tell: tell)
        try pictures.fetch(wanted) { bar.update(done: $0, of: wanted.count) }
        report.picturesFetched = pictures.fetched
        report.picturesUnfetched = pictures.unfetched
        if pictures.edits > 0 { report.appendedByKind[EventKind.recipeEdited.name, default: 0] += pictures.edits }
        if pictures.profileChanges > 0 {
            report.appendedByKind[EventKind.memberProfileChanged.name, default: 0] += pictures.profileChanges
        }
    }
}

/// Stores the pictures that URLs of imported recipes and profiles show, and edits these so that they name the pictures.
///
/// The present content decides what is missing: a URL that the community does not show any more, because an earlier run or a
/// member has replaced it, is not fetched. So an interrupted run is continued by running the import again.
struct FetchedPictures {
    /// Fetched at once.
    private static let concurrency = 4
    /// Recipes and profiles whose pictures are fetched together, and are in memory together.
    private static let batchCount = 8
    /// Of one run: URLs, bytes and seconds. What is left keeps its URLs until the next run.
    private static let countMax = 20_000
    private static let bytesMax = 8 << 30
    private static let secondsMax = 3_600
    /// After so many failures in a row a host is not asked again in this run.
    private static let failuresMax = 3

    private let community: Community
    private let fetcher: PageFetcher
    private let tell: (ImportRun.Line) throws -> Void
    private let pictures: ImportedPictures
    /// By URL: the stored picture, or why there is none.
    private var known: [String: KeptPicture] = [:]
    /// By host: failures in a row.
    private var failures: [String: Int] = [:]
    private var asked = 0
    private var bytes = 0
    private let deadline = ContinuousClock.now + .seconds(secondsMax)

    private(set) var fetched = 0
    private(set) var unfetched = 0
    private(set) var edits = 0
    private(set) var profileChanges = 0

    init(_ community: Community, _ fetcher: PageFetcher, tell: @escaping (ImportRun.Line) throws -> Void) {
        (self.community, self.fetcher, self.tell) = (community, fetcher, tell)
        pictures = ImportedPictures(community, isRehearsal: false)
    }

    /// A recipe or profile as it is now.
    private struct Present {
        var place: String
        var source: String
        var entity: Position
        var owner: MemberID
        var urls: [String]
        /// `nil` for a profile.
        var content: ProtoRecipeContent?
        var version: UInt32?
    }

    mutating func fetch(_ wanted: [WantedPictures], progress: (Int) -> Void) throws {
        var rest = wanted[...]
        var done = 0
        while !rest.isEmpty {
            let batch = rest.prefix(Self.batchCount)
            rest = rest.dropFirst(Self.batchCount)
            let present = try batch.compactMap(present)
            try fetch(present)
            for item in present { try replace(item) }
            done += batch.count
            progress(done)
        }
    }

    /// `nil`: it is not here, or shows none of these URLs.
    private func present(_ wanted: WantedPictures) throws -> Present? {
        let found = try community.log.read { snapshot -> Present? in
            guard let position = try snapshot.position(of: wanted.origin),
                let kind = try snapshot.header(at: position)?.kind
            else { return nil }
            var present = Present(
                place: wanted.place, source: wanted.origin.source, entity: position, owner: MemberID(position), urls: []
            )
            if kind == .memberRegistered {
                guard try snapshot.member(present.owner)?.isDeleted == false else { return nil }
                return present
            }
            guard let entity = try snapshot.entity(position), entity.type == .recipe, entity.lifecycle == .living,
                case .recipe(var content)? = try snapshot.record(at: entity.contentPosition)?.payload
            else { return nil }
            content.clearNote()
            (present.owner, present.content, present.version) = (entity.author, content, entity.version)
            return present
        }
        guard var present = found else { return nil }
        var shown = present.content?.allImages ?? []
        if present.content == nil {
            shown = try community.query { queries in
                [queries.named(present.owner)?.avatar].compactMap(\.self)
            }
        }
        present.urls = wanted.urls.filter(shown.contains)
        return present.urls.isEmpty ? nil : present
    }

    // MARK: Fetching

    private enum Answer: Sendable {
        case bytes([UInt8])
        /// `isSilent`: the host could not be asked at all.
        case failed(String, isSilent: Bool)
    }

    private mutating func fetch(_ items: [Present]) throws {
        var due: [(url: String, owner: MemberID)] = []
        for item in items {
            for url in item.urls where known[url] == nil && !due.contains(where: { $0.url == url }) {
                due.append((url, item.owner))
            }
        }
        var rest = due[...]
        while !rest.isEmpty {
            var batch: [(url: String, owner: MemberID)] = []
            while batch.count < Self.concurrency, let next = rest.popFirst() {
                if let reason = reasonToStop(for: next.url) {
                    known[next.url] = .unusable(reason)
                } else {
                    batch.append(next)
                    asked += 1
                }
            }
            let answers = Self.answers(batch.map(\.url), fetcher)
            for (index, answer) in answers.enumerated() {
                let (url, owner) = batch[index]
                switch answer {
                case .failed(let reason, let isSilent):
                    failures[Self.host(url)] = isSilent ? failures[Self.host(url), default: 0] + 1 : 0
                    known[url] = .unusable(reason)
                case .bytes(let picture):
                    failures[Self.host(url)] = 0
                    bytes += picture.count
                    known[url] = try pictures.keep(picture, by: owner)
                }
            }
        }
    }

    private func reasonToStop(for url: String) -> String? {
        guard asked < Self.countMax, bytes < Self.bytesMax, ContinuousClock.now < deadline else {
            return "this run has fetched as much as one run may: run the import again"
        }
        guard failures[Self.host(url), default: 0] < Self.failuresMax else {
            return "its host was not asked again after \(Self.failuresMax) failures: run the import again"
        }
        return nil
    }

    private static func host(_ url: String) -> String {
        String(url.drop { $0 != ":" }.drop { $0 == ":" || $0 == "/" }.prefix { !"/?#".contains($0) })
    }

    /// The answers in the order of the URLs, all asked for at once.
    private static func answers(_ urls: [String], _ fetcher: PageFetcher) -> [Answer] {
        Waiting.run { () async -> [Answer] in
            await withTaskGroup(of: (Int, Answer).self) { group in
                for (index, url) in urls.enumerated() {
                    group.addTask {
                        do throws(FetchFailure) {
                            return (index, .bytes(try await fetcher.page(FetchRequest(picture: url)).bytes))
                        } catch {
                            let isSilent = error.kind == .unreachable && error.status == nil
                            return (index, .failed(error.worded, isSilent: isSilent))
                        }
                    }
                }
                var answers = [Answer](repeating: .failed("there was no answer", isSilent: true), count: urls.count)
                for await (index, answer) in group { answers[index] = answer }
                return answers
            }
        }
    }

    // MARK: Replacing

    private mutating func replace(_ item: Present) throws {
        var images: [String: String] = [:]
        for url in item.urls {
            switch known[url] {
            case .stored(let image): images[url] = image
            case .unusable(let why): try report(item, "\(url.prefix(200)) stays: \(why)")
            case nil: break
            }
        }
        guard !images.isEmpty else { return }
        // A picture of several recipes is held for each of their authors.
        try community.holdImages(images.values.compactMap { ImageID($0) }, by: item.owner)
        do throws(Refusal) {
            let outcome = try community.submit(command(item, images).byOperator)
            fetched += images.count
            guard outcome.changed else { return }
            if item.content == nil { profileChanges += 1 } else { edits += 1 }
        } catch {
            guard [.forbidden, .banned, .conflict, .notFound, .gone, .invalid].contains(error.code) else { throw error }
            for url in images.keys.sorted() { try report(item, "\(url.prefix(200)) stays: \(error.message)") }
        }
    }

    private mutating func report(_ item: Present, _ message: String) throws {
        unfetched += 1
        try tell(ImportRun.Line(place: item.place, word: ImportRun.Line.unfetched, message: message))
    }

    private func command(_ item: Present, _ images: [String: String]) -> Command {
        var kind = EventKind.memberProfileChanged
        var payload: Payload
        if let content = item.content {
            kind = .recipeEdited
            payload = .recipe(content.replacingImages { images[$0] })
        } else {
            var change = ProtoMemberProfileChanged()
            change.avatar = images.values.first ?? ""
            payload = .profileChange(change)
        }
        let digest = Origin.digest(Array("\(item.entity.value) \(item.version ?? 0) ".utf8) + payload.storedBytes)
        return Command(
            kind, actor: .member(item.owner),
            subject: item.content == nil ? nil : .recipe(RecipeID(item.entity)),
            origin: Origin(fitting: item.source, SourceUpdate.fetchedPrefix + digest), payload: payload,
            expectedVersion: item.version)
    }
}
