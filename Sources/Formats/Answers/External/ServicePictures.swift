package import Events
import Fetching
package import Foundation
package import Images
package import Recipes

/// Pictures of other services' recipes. Each is fetched once for all who wait for it, re-encoded, and kept on the disk for a
/// while, so that clients never get the bytes of another host.
///
/// At most `runningMax` pictures are fetched and encoded at once. A failure is kept, too, so that a page of a dozen broken
/// pictures does not ask for them again and again.
package actor ServicePictures {
    package static let runningMax = 4
    /// Pictures that wait or are under way. Further ones are refused.
    static let insideMax = 64
    package static let keptSeconds = 7 * 86_400.0
    package static let bytesMax = 256 << 20
    private static let failedSeconds = 600.0
    private static let failedMax = 4_096
    private static let addressesMax = 8_192

    /// A picture in a size.
    package struct File: Sendable {
        package var bytes: [UInt8]
        package var mediaType: ImageMediaType
    }

    /// Re-encodes an upload.
    package typealias Encoding = @Sendable (_ bytes: [UInt8]) async throws -> ImageRenditions

    private struct Kept {
        var at: Date
        var bytes = 0
        var sizes: Set<ImageSize> = []
        var mediaType = ImageMediaType.jpeg
    }

    private struct Failed {
        var at: ContinuousClock.Instant
        var refusal: Refusal
    }

    private let directory: URL
    private let fetcher: PageFetcher
    private let now: @Sendable () -> Date
    /// What lies in the directory; `nil`: it was not read yet.
    private var kept: [String: Kept]?
    private var failed: [String: Failed] = [:]
    private var underway: [String: Task<Result<Void, Refusal>, Never>] = [:]
    /// Where pictures are, from answers of the services: lists name them, and no recipe has to be asked for.
    private var addresses: [String: String] = [:]
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// `directory` is made with the first picture. `allowsPrivate`: whether pictures may be outside the public internet.
    package init(
        directory: String, allowsPrivate: Bool, secondsMax: Double = PageFetcher.secondsMax,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.directory = URL(fileURLWithPath: directory, isDirectory: true)
        fetcher = PageFetcher(allowsPrivate: allowsPrivate, seconds: secondsMax)
        self.now = now
    }

    /// Remembers where the pictures of recipes are.
    package func note(_ recipes: [NamedRecipe]) {
        if addresses.count + recipes.count > Self.addressesMax { addresses = [:] }
        for recipe in recipes {
            if let address = recipe.pictureAddress { addresses[Self.key(recipe.origin)] = address }
        }
    }

    /// The picture of a recipe in a size, or in the next smaller one that there is. `recipe` asks the service for the recipe, if
    /// nothing tells where the picture is; `charge` runs only if a picture must be fetched. Both may refuse.
    ///
    /// Refuses a recipe without a picture with `not-found`, and a picture that does not come with `unavailable`.
    package func picture(
        of origin: Origin, at client: ServiceClient, _ size: ImageSize,
        recipe: @Sendable () async throws -> NamedRecipe, charge: @Sendable () throws -> Void,
        encode: @escaping Encoding
    ) async throws -> File {
        let key = Self.key(origin)
        if let file = try file(key, size) { return file }
        if let failure = failed[key] {
            if (ContinuousClock.now - failure.at) / .seconds(1) < Self.failedSeconds { throw failure.refusal }
            failed[key] = nil
        }
        if underway[key] == nil {
            let known = addresses[key]
            let address = if let known { known } else { try await recipe().pictureAddress }
            guard let address else { throw Self.none(origin, client) }
            // Another client may have begun while the service was asked.
            if underway[key] == nil, try file(key, size) == nil {
                guard underway.count < Self.insideMax else {
                    throw Refusal(.overloaded, "too many pictures of \(client.name) wait: try again shortly")
                }
                try charge()
                underway[key] = Task { await fetch(address, key, origin, client, encode) }
            }
        }
        try await underway[key]?.value.get()
        guard let file = try file(key, size) else { throw Self.silent(origin, client) }
        return file
    }

    private static func key(_ origin: Origin) -> String {
        String(Origin.digest(Array(origin.externalID.utf8)).dropFirst("sha256:".count).prefix(40))
    }

    private static func none(_ origin: Origin, _ client: ServiceClient) -> Refusal {
        Refusal(.notFound, "\(client.name)'s recipe \(origin.id) has no picture", field: "id")
    }

    private static func silent(_ origin: Origin, _ client: ServiceClient) -> Refusal {
        Refusal(.unavailable, "the picture of \(client.name)'s recipe \(origin.id) does not come: try again later")
    }

    // MARK: Fetching

    private func fetch(
        _ address: String, _ key: String, _ origin: Origin, _ client: ServiceClient, _ encode: Encoding
    ) async -> Result<Void, Refusal> {
        defer { underway[key] = nil }
        await enter()
        defer { leave() }
        do {
            let page = try await fetcher.page(FetchRequest(picture: address))
            try keep(try await encode(page.bytes), key)
            return .success(())
        } catch let failure as FetchFailure {
            let isGone = failure.status == 404 || failure.status == 410
            return fail(key, isGone ? Self.none(origin, client) : Self.silent(origin, client))
        } catch let failure as ImageFailure {
            // A picture that cannot be shown is none. What the machine lacks may be there for the next client.
            let code = failure.refusal.code
            guard code == .unavailable || code == .overloaded else { return fail(key, Self.none(origin, client)) }
            return .failure(failure.refusal)
        } catch let refusal as Refusal {
            return .failure(refusal)
        } catch {
            return .failure(Self.silent(origin, client))
        }
    }

    private func fail(_ key: String, _ refusal: Refusal) -> Result<Void, Refusal> {
        if failed.count >= Self.failedMax { failed = [:] }
        failed[key] = Failed(at: .now, refusal: refusal)
        return .failure(refusal)
    }

    private func enter() async {
        guard running >= Self.runningMax else {
            running += 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else {
            running -= 1
            return
        }
        waiting.removeFirst().resume()
    }

    // MARK: Keeping

    private func place(_ key: String, _ size: ImageSize, _ type: ImageMediaType) -> URL {
        directory.appendingPathComponent("\(key)-\(size.rawValue).\(type.fileExtension)")
    }

    /// A kept picture; `nil`: there is none, or it is too old.
    private func file(_ key: String, _ size: ImageSize) throws -> File? {
        guard let entry = index[key] else { return nil }
        guard !isOld(entry) else {
            drop(key, entry)
            return nil
        }
        // A size is missing where the picture itself is smaller.
        let shown = entry.sizes.contains(size) ? size : .original
        // What was removed by hand is fetched again.
        guard let data = try? Data(contentsOf: place(key, shown, entry.mediaType)) else {
            drop(key, entry)
            return nil
        }
        return File(bytes: Array(data), mediaType: entry.mediaType)
    }

    private func keep(_ renditions: ImageRenditions, _ key: String) throws {
        if let old = index[key] { drop(key, old) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        var entry = Kept(at: now(), mediaType: renditions.mediaType)
        for (size, bytes) in renditions.files {
            try Data(bytes).write(to: place(key, size, renditions.mediaType), options: .atomic)
            entry.sizes.insert(size)
            entry.bytes += bytes.count
        }
        index[key] = entry
        for (old, entry) in index where isOld(entry) { drop(old, entry) }
        // The oldest are dropped first.
        var total = index.values.reduce(0) { $0 + $1.bytes }
        for (old, entry) in index.sorted(by: { $0.value.at < $1.value.at }) where total > Self.bytesMax && old != key {
            total -= entry.bytes
            drop(old, entry)
        }
    }

    private func isOld(_ entry: Kept) -> Bool { now().timeIntervalSince(entry.at) >= Self.keptSeconds }

    private func drop(_ key: String, _ entry: Kept) {
        index[key] = nil
        for size in entry.sizes { try? FileManager.default.removeItem(at: place(key, size, entry.mediaType)) }
    }

    private var index: [String: Kept] {
        get {
            if let kept { return kept }
            let found = found()
            kept = found
            return found
        }
        set { kept = newValue }
    }

    /// What earlier runs have kept. Files of other names are left alone.
    private func found() -> [String: Kept] {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        // Without a directory nothing is kept.
        let files = try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: Array(keys))
        var found: [String: Kept] = [:]
        for file in files ?? [] {
            let parts = file.deletingPathExtension().lastPathComponent.split(separator: "-")
            guard parts.count == 2, let size = ImageSize(rawValue: String(parts[1])),
                let type = ImageMediaType.allCases.first(where: { $0.fileExtension == file.pathExtension }),
                let values = try? file.resourceValues(forKeys: keys), let at = values.contentModificationDate
            else { continue }
            var entry = found[String(parts[0])] ?? Kept(at: at, mediaType: type)
            guard entry.mediaType == type else { continue }
            entry.at = min(entry.at, at)
            entry.bytes += values.fileSize ?? 0
            entry.sizes.insert(size)
            found[String(parts[0])] = entry
        }
        // A run that ended in the middle has left no original.
        return found.filter { $0.value.sizes.contains(.original) }
    }
}

extension NamedRecipe {
    /// Where its first picture is; `nil`: it has none on the web.
    fileprivate var pictureAddress: String? { content.images.first { $0.hasPrefix("http") } }
}
