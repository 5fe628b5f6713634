import Events
import LarderAPI
import Layout
import Views

extension Questions {
    static let members: [any AnyBinding] = [
        bind(API.members) { input, viewer, queries in
            try queries.members(
                MemberDirectoryRequest(
                    search: input.search.map(MemberName.username), role: input.role.map { Role($0) },
                    banned: input.banned),
                page: input.page.page, viewer: viewer.member, viewerIsOperator: viewer.isOperator)
        },
        bind(API.profile) { input, viewer, queries in
            try queries.profile(
                try viewer.reference(input.member), viewer: viewer.member, viewerIsOperator: viewer.isOperator)
        },
        bind(API.recipesOf) { input, viewer, queries in
            try queries.recipes(
                .posted, of: try queries.member(try viewer.reference(input.member)), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.likesOf) { input, viewer, queries in
            try queries.recipes(
                .liked, of: try queries.member(try viewer.reference(input.member)), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.bookmarks) { input, viewer, queries in
            let member = try viewer.required
            return try queries.recipes(.bookmarked, of: member, page: input.page.page, viewer: member)
        },
        bind(API.repostsOf) { input, viewer, queries in
            try queries.reposts(
                of: try queries.member(try viewer.reference(input.member)), page: input.page.page,
                viewer: viewer.member)
        },
        bind(API.followers) { input, viewer, queries in
            try queries.followers(
                of: try viewer.reference(input.member), viewer: viewer.member, page: input.page.page)
        },
        bind(API.following) { input, viewer, queries in
            try queries.following(
                of: try viewer.reference(input.member), viewer: viewer.member, page: input.page.page)
        },
        bind(API.notifications) { input, viewer, queries in
            let member = Reference.member(try viewer.required)
            guard let event = input.only else { return try queries.notifications(member, page: input.page.page) }
            return try queries.notification(of: Position(event), to: member)
        },
    ]
}

extension Role {
    fileprivate init(_ role: MembersInput.Role) {
        switch role {
        case .member: self = .member
        case .moderator: self = .moderator
        case .admin: self = .admin
        }
    }
}
