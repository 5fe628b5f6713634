import CloudEvents
import Events
import Recipes

/// One document of a Firestore database: its path, and its fields as plain JSON.
struct FirestoreDocument {
    /// Collections and ids in turn: `["recipes", "r1", "likes", "u1"]`.
    var path: [String]
    var fields: [String: JSONValue]
    /// The time at which the database created the document.
    var createTime: Timestamp?

    /// The maximum nesting of collections, which bounds the length of a path.
    private static let depthMax = 20

    /// All documents of an export, in the order of the file.
    ///
    /// The formats: answers of the REST API (`documents`, `name`, `fields` with a type around each value), trees of
    /// `__collections__`, trees of collections with or without `subCollection`, and lists of `path` and `data`. A list of bare
    /// documents, or of `id` and `data`, belongs to the collection that its file is named after.
    static func all(in value: JSONValue, named name: String) -> (documents: [FirestoreDocument], unreadable: Int) {
        var reading = Reading(collection: name)
        reading.read(value)
        return (reading.documents, reading.unreadable)
    }

    private struct Reading {
        let collection: String
        var documents: [FirestoreDocument] = []
        /// The number of entries whose path is unknown.
        var unreadable = 0

        mutating func read(_ value: JSONValue) {
            if let items = value.items {
                for item in items { readItem(item) }
            } else if let members = value.members {
                if let items = members["documents"]?.items {
                    for item in items { readItem(item) }
                } else if let tree = members["__collections__"]?.members {
                    readCollections(tree, below: [])
                } else if isDocument(members) {
                    readItem(value)
                } else {
                    readCollections(members, below: [])
                }
            }
        }

        private func isDocument(_ members: [String: JSONValue]) -> Bool {
            members["document"] != nil || members["name"] != nil && members["fields"] != nil
                || members["path"] != nil && members["data"] != nil
        }

        private mutating func readItem(_ item: JSONValue) {
            guard let members = item.members else {
                unreadable += 1
                return
            }
            if let inner = members["document"] { return readItem(inner) }
            let fields = (members["fields"] ?? members["data"])?.members
            if let fields, let place = (members["name"] ?? members["path"])?.words {
                let isTyped = members["fields"] != nil
                add(Self.path(place), fields, isTyped: isTyped, createTime: members["createTime"])
            } else if let fields, let id = members["id"]?.words {
                add([collection, id], fields, isTyped: false, createTime: nil)
            } else if let id = (members["id"] ?? members["uid"])?.words {
                add([collection, id], members, isTyped: false, createTime: nil)
            } else {
                unreadable += 1
            }
        }

        /// The path within the database, of a full resource name.
        private static func path(_ name: String) -> [String] {
            let parts = name.split(separator: "/").map(String.init)
            guard parts.first == "projects", let start = parts.firstIndex(of: "documents") else { return parts }
            return Array(parts[(start + 1)...])
        }

        private mutating func readCollections(_ tree: [String: JSONValue], below path: [String]) {
            guard path.count < FirestoreDocument.depthMax else {
                unreadable += 1
                return
            }
            for (name, inner) in tree.sorted(by: { $0.key < $1.key }) {
                // Some exporters name nested collections by their full path.
                let names = name.split(separator: "/").map(String.init)
                let collection = names.count > 1 ? names : path + names
                for (id, document) in (inner.members ?? [:]).sorted(by: { $0.key < $1.key }) {
                    guard var fields = document.members else {
                        unreadable += 1
                        continue
                    }
                    let below = collection + [id]
                    let trees = ["__collections__", "subCollection"].compactMap {
                        fields.removeValue(forKey: $0)?.members
                    }
                    add(below, fields, isTyped: false, createTime: nil)
                    for tree in trees { readCollections(tree, below: below) }
                }
                for item in inner.items ?? [] {
                    guard let fields = item.members, let id = (fields["id"] ?? fields["uid"])?.words else {
                        unreadable += 1
                        continue
                    }
                    add(collection + [id], fields, isTyped: false, createTime: nil)
                }
            }
        }

        private mutating func add(
            _ path: [String], _ fields: [String: JSONValue], isTyped: Bool, createTime: JSONValue?
        ) {
            guard path.count <= FirestoreDocument.depthMax, path.count % 2 == 0, !path.isEmpty else {
                unreadable += 1
                return
            }
            // One document beyond the limit is enough to refuse the file.
            guard documents.count <= FoundCommunity.countMax else { return }
            documents.append(
                FirestoreDocument(
                    path: path, fields: isTyped ? fields.mapValues(FirestoreDocument.plain) : fields,
                    createTime: createTime?.instant))
        }
    }

    /// A value without the type wrapper of the REST API.
    private static func plain(_ value: JSONValue) -> JSONValue {
        guard let members = value.members, members.count == 1, let (type, inner) = members.first else { return value }
        switch type {
        case "stringValue", "timestampValue", "referenceValue", "bytesValue", "booleanValue", "doubleValue":
            return inner
        case "integerValue": return inner.words.map { .number($0) } ?? .null
        case "arrayValue": return .array((inner.members?["values"]?.items ?? []).map(plain))
        case "mapValue": return .object((inner.members?["fields"]?.members ?? [:]).mapValues(plain))
        case "nullValue": return .null
        default: return value
        }
    }
}
