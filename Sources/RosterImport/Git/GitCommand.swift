/// Runs git so that neither the user's configuration nor the environment changes what it says.
///
/// The configuration of the system and of the user is still read, because folders that are trusted
/// (`safe.directory`) stand there; whatever could change the result is overridden one by one.
struct GitCommand: Sendable {
  /// The name of git's program.
  var program = "git"
  /// A folder in the work tree, or the repository itself.
  var repository: String
  /// Variables to set beside those that every command needs.
  var environment: [String: String?] = [:]

  /// Lists a commit's line of first parents, oldest first, with their changes.
  static func log(of commit: String) -> [String] {
    ["log", "--first-parent", "--reverse", "--format=tformat:%H %cI"] + rawChanges + [commit, "--"]
  }

  /// A merge is compared with its first parent and a root commit with nothing. The limits for
  /// renames are git's own of today, so that its version does not matter. A signature that is shown
  /// would stand among the commits.
  private static let rawChanges = [
    "--diff-merges=first-parent", "--root", "--raw", "-z", "--no-abbrev", "-M50%", "-l1000",
    "--ignore-submodules=none", "--no-relative", "-O/dev/null", "--no-color",
    "--no-show-signature", "--encoding=UTF-8",
  ]

  /// Settings without an option of their own. Attributes have a say in how similar two files are.
  private static let settings = [
    "core.attributesFile=/dev/null", "core.useReplaceRefs=true", "safe.bareRepository=all",
  ]

  /// Variables that would lead git to another repository or to another view of it are removed.
  private static let ownEnvironment: [String: String?] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_COMMON_DIR": nil, "GIT_DIR": nil,
    "GIT_GRAFT_FILE": nil, "GIT_IMPLICIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil,
    "GIT_NAMESPACE": nil, "GIT_NO_REPLACE_OBJECTS": nil, "GIT_OBJECT_DIRECTORY": nil,
    "GIT_PREFIX": nil, "GIT_REPLACE_REF_BASE": nil, "GIT_SHALLOW_FILE": nil,
    "GIT_WORK_TREE": nil,
    "GIT_ATTR_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
  ]

  /// Runs a command and hands on what it prints.
  nonisolated(nonsending) func run(
    _ command: [String], receive: ([UInt8]) async throws -> Void
  ) async throws -> ProgramOutcome {
    let settings = Self.settings.flatMap { ["-c", $0] }
    return try await Program(
      name: program, arguments: ["-C", repository, "--no-pager"] + settings + command,
      environment: environment.merging(Self.ownEnvironment) { $1 }
    ).run(receive: receive)
  }

  /// Runs a command and returns what it prints, which is short, without the line feed at its end.
  nonisolated(nonsending) func text(
    of command: [String]
  ) async throws -> (text: String, outcome: ProgramOutcome) {
    var bytes: [UInt8] = []
    let outcome = try await run(command) { bytes.append(contentsOf: $0) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return (String(decoding: bytes, as: UTF8.self), outcome)
  }
}
