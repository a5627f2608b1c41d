import Foundation

/// Runs git so that it only reads, and says the same whatever is configured.
///
/// The user and the system are trusted: their configuration is read, because folders that are trusted
/// (`safe.directory`) stand there. The repository is not: it may come from anyone, with its own
/// configuration, hooks, attributes and objects. So nothing may be run that it names:
///
/// - Objects that are missing are not fetched, as a partial clone asks for, and every transport is
///   refused. Remotes, credentials, proxies and what else takes part in fetching never have a say.
/// - Only `rev-parse`, `rev-list` and `log` are run, and `log` prints neither patches nor signatures.
///   So no filter, external diff, merge driver, editor or alias is asked for.
/// - The few programs that any command could start, whatever its version, are switched off by name.
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
  /// would stand among the commits, and be checked by a program that the repository names.
  private static let rawChanges = [
    "--diff-merges=first-parent", "--root", "--raw", "-z", "--no-abbrev", "-M50%", "-l1000",
    "--ignore-submodules=none", "--no-relative", "-O/dev/null", "--no-color",
    "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-mailmap", "--no-notes",
    "--encoding=UTF-8",
  ]

  /// Settings without an option of their own. Attributes have a say in how similar two files are.
  private static let settings = [
    "core.attributesFile=/dev/null", "core.useReplaceRefs=true", "safe.bareRepository=all",
    "core.fsmonitor=", "core.hooksPath=/dev/null", "core.sshCommand=false", "core.askPass=false",
    "core.editor=false", "core.alternateRefsCommand=false", "credential.helper=",
    "gpg.program=false", "log.showSignature=false", "protocol.allow=never",
  ]

  /// Says what git may not do. `none` is no transport; an empty list would be one for an empty name.
  private static let ownEnvironment: [String: String?] = [
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ATTR_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
  ]

  /// Whether a variable would lead git to another repository, to another view of it, or to a program.
  /// Those remain that say where git's own parts and the trusted configuration are.
  private static func isRemoved(_ variable: String) -> Bool {
    variable.hasPrefix("GIT_") && !variable.hasPrefix("GIT_CONFIG")
      && !["GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"]
        .contains(variable)
  }

  private var environmentUpdates: [String: String?] {
    var updates = environment
    let inherited = ProcessInfo.processInfo.environment
    for name in Array(inherited.keys) + Array(environment.keys) where Self.isRemoved(name) {
      updates.updateValue(nil, forKey: name)
    }
    return updates.merging(Self.ownEnvironment) { $1 }
  }

  /// Runs a command and hands on what it prints.
  nonisolated(nonsending) func run(
    _ command: [String], receive: ([UInt8]) async throws -> Void
  ) async throws -> ProgramOutcome {
    let settings = Self.settings.flatMap { ["-c", $0] }
    return try await Program(
      name: program, arguments: ["-C", repository, "--no-pager"] + settings + command,
      environment: environmentUpdates
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
