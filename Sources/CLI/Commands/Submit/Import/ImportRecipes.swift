import ArgumentParser
import Events
import Recipes

/// A format in which files hold recipes.
protocol RecipeFormat: SendableMetatype {
    static var configuration: CommandConfiguration { get }
    static var examples: [Example] { get }
    /// What the files are, at the beginning of a sentence.
    static var files: String { get }
    /// How the files of a folder end that are read.
    static var endings: [String] { get }
    /// Of one file.
    static var bytesMax: Int { get }
    /// What a file holds, in its order.
    static func items(in file: ImportFile) -> [FoundItem]
}

/// Imports recipes from files, as one member.
struct ImportRecipes<Format: RecipeFormat>: Verb {
    static var configuration: CommandConfiguration { Format.configuration }
    static var examples: [Example] { Format.examples }

    @Argument(help: "\(Format.files), folders of them, or - for standard input.") var files: [String]
    @OptionGroup var flags: ImportFlags
    @OptionGroup var options: GlobalOptions

    func execute(_ invocation: Invocation) throws {
        try invocation.importRecipes(of: Format.self, files, flags)
    }
}

extension Invocation {
    func importRecipes<Format: RecipeFormat>(of format: Format.Type, _ files: [String], _ flags: ImportFlags) throws {
        let paths = try ImportFiles.paths(files, endings: Format.endings)
        var rest = paths[...]
        try importRecipes(flags, beside: paths) {
            guard let path = rest.popFirst() else { return nil }
            return Format.items(in: try ImportFile(path: path, upTo: Format.bytesMax))
        }
    }
}
