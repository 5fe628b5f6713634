// Two members and a recipe: sign up, post with a photo, listen, like, read the board.
//
//     example-cook http://127.0.0.1:8080 leeks.png

import Foundation
import LarderAPI
import LarderClient

guard CommandLine.arguments.count == 3 else {
    print("usage: example-cook URL PICTURE")
    exit(2)
}
let (url, picture) = (CommandLine.arguments[1], CommandLine.arguments[2])

/// Two members cook; the first one hears of the second one's like.
func cook() async throws {
    // An app keeps its token in the system's key chain, or in a file: FileTokenStore(path:).
    let ada = try LarderClient(url: url)
    let bo = try LarderClient(url: url)
    let suffix = UInt32.random(in: 0..<1_000_000)
    try await ada.signUp(username: "ada\(suffix)", password: "correct horse", profile: ProfileDraft(name: "Ada"))
    try await bo.signUp(username: "bo\(suffix)", password: "battery staple", profile: ProfileDraft(name: "Bo"))

    let photo = try await ada.upload(image: Array(try Data(contentsOf: URL(filePath: picture))))
    let posted = try await ada.post(
        RecipeDraft(
            title: "Leek soup", ingredients: ["2 leeks", "1 l water"], steps: ["Boil.", "Salt."], servings: 2,
            tags: ["soup"], images: [photo.id]))
    print("ada posted \(posted.id) with a photo of \(photo.width) × \(photo.height) pixels")

    // After a position that is known, nothing is missed, even if bo is faster than the connection.
    let listening = Task {
        for try await event in ada.events(about: [.notifications], after: posted.position) {
            if let notification = event.notification { return notification }
        }
        throw CancellationError()
    }
    let liked = try await bo.like(posted.id)
    let notification = try await listening.value
    print("ada hears of a \(notification.kind) by \(notification.actor?.name ?? "a deleted member")")

    // The second like changes nothing: an action can be repeated.
    let again = try await bo.like(posted.id)
    print("bo liked it once: \(liked.changed), twice: \(again.changed)")

    // Bo reads what bo has done: the client waits for it.
    let recipe = try await bo.call(API.recipe, RecipeInput(recipe: posted.id)).recipe
    print(
        "\(recipe.title) by \(recipe.author.name): \(recipe.likes) like, \(recipe.ingredients?.count ?? 0) ingredients")

    for try await entry in bo.items(of: API.leaderboard, LeaderboardInput(around: "@ada\(suffix)")) {
        if entry.username == "ada\(suffix)" { print("ada is on the board with \(entry.engagement) points") }
    }

    // What the service refuses has a code to decide by, and a sentence to show.
    do { try await bo.delete(recipe: posted.id) } catch let refusal as LarderRefusal {
        print("bo may not delete it: \(refusal.code)")
    }
    try await bo.logOut()
    try await ada.logOut()
}

do { try await cook() } catch {
    print("\(error)")
    exit(1)
}
