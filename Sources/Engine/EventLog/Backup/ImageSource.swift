package import Layout

/// Where a backup finds the images of a community.
package protocol ImageSource {
    /// Each lies in its own folder below, see `ImageID.path`. There is none as long as there are no images.
    var directory: String { get }
    /// How many accounts had been deleted when what only these had named was last removed; nil: there are no images.
    var forgottenErasures: Int? { get }
    /// Runs the body while no image is added or removed; twice, if the first one came meanwhile.
    func whileStill<R>(_ body: () throws -> R) throws -> R
    /// Those of them that something in the log names which can still be opened.
    func named(among ids: Set<ImageID>) throws(Refusal) -> Set<ImageID>
    /// Removes, as far as that can be done, what only deleted members had named.
    func forget()
}
