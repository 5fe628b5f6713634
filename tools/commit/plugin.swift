import Foundation
import PackagePlugin

/// Writes the commit that is being built into a Swift file of the target, for `larder --version`.
///
/// The manifest cannot do it: `Context.gitInformation` is not part of the key under which SwiftPM caches an evaluated manifest, so
/// that a build after a commit named the commit before. This command runs in every build and writes the file only if the commit
/// has changed: then the executable's own module of two small files is compiled, and the executable is linked.
@main struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL
        return [
            .prebuildCommand(
                displayName: "Naming the commit", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", Self.script, "commit", context.package.directoryURL.path, folder.path],
                outputFilesDirectory: folder)
        ]
    }

    /// Without git, and in an unpacked archive, there is no commit. A source whose tracked files differ from its commit says so.
    private static let script = """
        commit=
        if [ -e "$1/.git" ]; then
            export GIT_OPTIONAL_LOCKS=0
            commit=$(git -C "$1" rev-parse --short=8 HEAD 2> /dev/null)
            [ -z "$commit" ] || git -C "$1" diff --quiet HEAD 2> /dev/null || commit="$commit, modified"
        fi
        text="let builtCommit = \\"$commit\\""
        [ "$text" = "$(cat "$2/Commit.swift" 2> /dev/null)" ] || echo "$text" > "$2/Commit.swift"
        """
}
