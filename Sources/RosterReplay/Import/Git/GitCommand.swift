import Foundation

/// Runs git so that it only reads, with the same output in every configuration.
///
/// The user and the system are trusted: git reads their configuration, because it lists the trusted
/// folders (`safe.directory`). The repository is not trusted: it may come from anyone, with its own
/// configuration, hooks, attributes and objects. So git must not run anything that the repository
/// names:
///
/// - Missing objects are not fetched, although a partial clone asks for it, and every transport is
///   refused. So remotes, credentials, proxies and the other parts of fetching are never used.
/// - Only `rev-parse`, `rev-list` and `log` are run, and `log` prints neither patches nor
///   signatures. So no filter, external diff, merge driver, editor or alias is used.
/// - The few programs that any command could start, in any version, are switched off by name.
struct GitCommand: Sendable {
  /// The name of git's program.
  var program = "git"
  /// A folder in the work tree, or the repository itself.
  var repository: String
  /// Variables to set in addition to those of every command.
  var environment: [String: String?] = [:]

  /// Lists the first-parent history of a commit, oldest first, with the changes of each commit.
  static func log(of commit: String, _ renames: RenameDetection) -> [String] {
    [
      "log", "--first-parent", "--reverse", "--format=tformat:%H %cI %an<%s",
      "-M\(renames.rawValue)",
    ]
      + rawChanges + [commit, "--"]
  }

  /// Which files git considers renamed.
  enum RenameDetection: String {
    /// Those of which half of the content is the same. Git reads the contents.
    case similar = "50%"
    /// Those whose content has not changed, which their names of objects say.
    case exact = "100%"
  }

  /// A merge is compared with its first parent, and a root commit with nothing. The limits for
  /// renames are git's current ones, so that its version does not matter. A signature would be
  /// printed among the commits, and checked by a program that the repository names.
  private static let rawChanges = [
    "--diff-merges=first-parent", "--root", "--raw", "-z", "--no-abbrev", "-l1000",
    "--ignore-submodules=none", "--no-relative", "-O/dev/null", "--no-color",
    "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-mailmap", "--no-notes",
    "--encoding=UTF-8",
  ]

  /// Settings without an option of their own. Attributes influence how similar two files are.
  private static let settings = [
    "core.attributesFile=/dev/null", "core.useReplaceRefs=true", "safe.bareRepository=all",
    "core.fsmonitor=", "core.hooksPath=/dev/null", "core.sshCommand=false", "core.askPass=false",
    "core.editor=false", "core.alternateRefsCommand=false", "credential.helper=",
    "gpg.program=false", "log.showSignature=false", "protocol.allow=never",
  ]

  /// Restricts what git may do. `none` is not a transport; an empty list would allow one with an
  /// empty name.
  private static let ownEnvironment: [String: String?] = [
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ATTR_NOSYSTEM": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
  ]

  /// Returns whether a variable would lead git to another repository, to another view of it, or to
  /// a program. The variables that name git's own parts and the trusted configuration stay.
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

  /// Runs a command and passes on its output.
  nonisolated(nonsending) func run(
    _ command: [String], receive: ([UInt8]) async throws -> Void
  ) async throws -> ProgramOutcome {
    let settings = Self.settings.flatMap { ["-c", $0] }
    return try await Program(
      name: program, arguments: ["-C", repository, "--no-pager"] + settings + command,
      environment: environmentUpdates
    ).run(receive: receive)
  }

  /// Runs a command and returns its output, which is short, without the line feed at its end.
  nonisolated(nonsending) func text(
    of command: [String]
  ) async throws -> (text: String, outcome: ProgramOutcome) {
    var bytes: [UInt8] = []
    let outcome = try await run(command) { bytes.append(contentsOf: $0) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return (String(decoding: bytes, as: UTF8.self), outcome)
  }
}
