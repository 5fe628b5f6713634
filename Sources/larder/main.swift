import CLI

// The module is named like the standard library's type: that one is meant here.
Tool.main(Array(Swift.CommandLine.arguments.dropFirst()), commit: builtCommit)
