import Foundation
import TestSupport
import Testing

@testable import Transparency

/// The transparency community's own vectors: proofs that must verify, and proofs that must not.
@Suite struct MerkleVectorTests {
    private static let folder = "vectors/rfc6962-merkle/testdata"

    /// A vector of any of the four kinds.
    private struct Vector: Decodable {
        var leafIdx: Number?
        var treeSize: Number?
        var start: Number?
        var end: Number?
        var size: Number?
        var size1: Number?
        var size2: Number?
        var leafHash: Data?
        var root: Data?
        var root1: Data?
        var root2: Data?
        var proof: [Data]?
        var wantErr: Bool

        var hashes: [Data] { [leafHash, root, root1, root2].compactMap { $0 } + (proof ?? []) }
        /// Every hash has 32 bytes and there is at least one leaf: other vectors are no proofs here.
        var isOfLeaves: Bool {
            hashes.allSatisfy { $0.count == TreeHash.byteCount }
                && (start?.value ?? 0) != (end ?? size1 ?? treeSize)?.value
        }
    }

    /// Negative numbers stay as they are: no size and no index.
    private struct Number: Decodable {
        var value: UInt64?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = try? container.decode(UInt64.self)
            if value == nil { _ = try container.decode(Int64.self) }
        }
    }

    @Test(
        "published proof vectors are accepted and refused as they say",
        .enabled(if: SharedData.isPresent, SharedData.absence),
        arguments: [("inclusion", 98), ("consistency", 98), ("subtreeinclusion", 204), ("subtreeconsistency", 118)])
    func vectorsHold(kind: String, count: Int) throws {
        let vectors = try SharedData.documents(below: "\(Self.folder)/\(kind)", as: Vector.self)
        #expect(vectors.count >= count)
        var proven = 0
        for (path, vector) in vectors {
            let isProven = verifies(vector)
            #expect(isProven == (!vector.wantErr && vector.isOfLeaves), "\(kind)/\(path)")
            if isProven { proven += 1 }
        }
        #expect(proven >= 5, "a verifier that refuses everything would pass")
    }

    private func verifies(_ vector: Vector) -> Bool {
        let proof = (vector.proof ?? []).compactMap { TreeHash(bytes: Array($0)) }
        guard proof.count == vector.proof?.count ?? 0 else { return false }
        func hash(_ data: Data?) -> TreeHash? { data.flatMap { TreeHash(bytes: Array($0)) } }
        let start = vector.start.map(\.value) ?? 0
        guard let start, let end = (vector.end ?? vector.size1 ?? vector.treeSize)?.value,
            let subtree = Subtree(start: start, end: end)
        else { return false }
        if vector.leafIdx != nil {
            guard let index = vector.leafIdx?.value, let leaf = hash(vector.leafHash), let root = hash(vector.root)
            else {
                return false
            }
            return (try? subtree.verifyInclusion(of: leaf, at: index, proof: proof, root: root)) != nil
        }
        guard let size = (vector.size ?? vector.size2)?.value, let root = hash(vector.root1),
            let treeRoot = hash(vector.root2)
        else { return false }
        return (try? subtree.verifyConsistency(root: root, withTreeOf: size, treeRoot: treeRoot, proof: proof)) != nil
    }

    private struct ReferenceTree: Decodable {
        struct Leaf: Decodable {
            var inputHex: String
            var leafHash: String
        }
        var emptyRoot: String
        var leaves: [Leaf]
        var rootsBySize: [String: String]
    }

    @Test(
        "leaf hashes and roots equal the published reference tree's",
        .enabled(if: SharedData.isPresent, SharedData.absence))
    func referenceTree() throws {
        let bytes = try SharedData.bytes("vectors/rfc6962-reference-tree.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let reference = try decoder.decode(ReferenceTree.self, from: Data(bytes))
        #expect(hex(TreeFrontier().root) == reference.emptyRoot)
        #expect(reference.rootsBySize.count == reference.leaves.count + 1)
        var frontier = TreeFrontier()
        for (size, leaf) in reference.leaves.enumerated() {
            #expect(hex(frontier.root) == reference.rootsBySize["\(size)"])
            let hash = TreeHash.leaf(unhex(leaf.inputHex))
            #expect(hex(hash) == leaf.leafHash)
            frontier.append(hash)
        }
        #expect(hex(frontier.root) == reference.rootsBySize["\(reference.leaves.count)"])
    }

    /// The tree of RFC 6962 over no leaf, over one empty leaf, and over the first two reference leaves.
    @Test("the first roots are those of RFC 6962") func rootsOfTheStandard() {
        var frontier = TreeFrontier()
        #expect(hex(frontier.root) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        frontier.append(.leaf([]))
        #expect(hex(frontier.root) == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")
        frontier.append(.leaf([0]))
        #expect(hex(frontier.root) == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125")
    }

    private func hex(_ hash: TreeHash) -> String {
        hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func unhex(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.count, by: 2).compactMap { UInt8(text.dropFirst($0).prefix(2), radix: 16) }
    }
}
