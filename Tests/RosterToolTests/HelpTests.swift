import Testing

struct HelpTests {
  private static let words: [(command: [String], words: [String])] = [
    (
      [],
      [
        "replay", "import", "show", "serve", "hub", "sync", "lists", "largest", "check", "copy",
        "log",
        "follow", "at",
        "diff",
        "undo", "redo",
        "compact", "remove", "erase", "salvage", "layout", "minimize", "anonymize", "conformance",
        "Exit codes:",
        "0 good",
        "1 a check failed", "2 wrong usage", "3 unreadable or malformed input",
        "output that cannot be written", "or a port that is in use",
        "4 the database failed",
      ]
    ),
    (
      ["replay"],
      [
        "- for standard input", "--git", "--db", "--list", "--output", "text, ndjson, none",
        "--until", "--mode", "sync", "async", "--durability", "full", "normal", "power cut",
        "--log-level", "standard error",
        "--max-line-bytes", "64 MiB", "--viewport", "offset,length", "--window", "ahead,behind",
        "80 columns", "--model-key",
        "nothing behind the changeset", "removed again", "unless the list has keys",
      ]
    ),
    (["import"], ["git", "trace"]),
    (
      ["import", "git"],
      [
        "first-parent", "Folders are sections", "renames", "nothing that it names is run",
        "--output",
      ]
    ),
    (["import", "trace"], ["gzipped or not", "startContent", "endContent", "txns", "patches"]),
    (["show"], ["--list", "--at", "--range", "S:A-B", "--state", "scopes", "--output"]),
    (["lists"], ["<database>", "--versions", "--output"]),
    (
      ["largest"],
      ["<database>", "--list", "--count", "1 to 20", "--output", "part by part", "subscribers"]
    ),
    (["check"], ["--journal-tail", "--recover", "--json-models", "Exit code 0", "salvage"]),
    (["copy"], ["postgres://", "--list", "--as", "journal", "not replaced"]),
    (["salvage"], ["--into", "--output", "text, json", "are not written", "Exit codes: 0"]),
    (
      ["layout"],
      [
        "- for standard input", "--output", "json", "text", "svg", "html", "a line a case",
        "Exit code 0",
      ]
    ),
    (
      ["serve"],
      [
        "--list", "--port", "--address", "--token-file", "--certificate", "--key", "--allow-host",
        "--allow-edits", "--open", "--json", "only read, unless", "--traits Web",
      ]
    ),
    (
      ["hub"],
      [
        "--list", "--name", "--create", "--model-key", "LIST=PLACE", "--port", "--address",
        "--token-file", "--list-token",
        "--certificate", "--key", "--allow-host", "--behind-balancer", "--json", "postgres://",
        "keeps nothing but the lists", "--traits Web",
      ]
    ),
    (
      ["sync"],
      [
        "--list", "--hub-list", "--token-file", "--trust", "--states", "--create", "--model-key",
        "--output",
        "confirmed", "last writer's state", "stay on the device", "takes each change once",
        "Exit code 1", "3 that the hub", "--traits Sync",
      ]
    ),
    (["follow"], ["--after", "--until", "--output", "--log-level", "until interrupted"]),
    (["at"], ["--revision", "--list", "states", "--output"]),
    (["diff"], ["DATABASE@REVISION", "--list", "--output", "one batch"]),
    (
      ["undo"],
      [
        "--times", "--origin", "--scope", "--model-key", "--part-only", "--list", "group",
        "Exit code 1",
      ]
    ),
    (["redo"], ["--times", "undone", "Exit code 1"]),
    (
      ["compact"],
      [
        "--keep-revisions", "--keep-age", "30d", "--keep-bytes", "--vacuum", "subscriber",
        "0 keeps as much as 1",
      ]
    ),
    (
      ["remove"], ["<database>", "<list>", "--output", "derived", "cannot be undone", "Exit codes"]
    ),
    (["erase"], ["--output", "Exit codes", "index of words", "VACUUM"]),
    (
      ["minimize"],
      [
        "- for standard input", "--check", "--exit-code", "--contains", "--timeout", "--limit",
        "--output", "same exit status", "{} stands for the path", "$LOG", ".checks", "Exit code 1",
      ]
    ),
    (
      ["anonymize"],
      ["- for standard input", "--seed", "--output", "equal ones the same", "same kind and length"]
    ),
    (
      ["conformance"],
      [
        "--seed", "--batches", "--log", "- for standard input", "--timeout", "--shrink",
        "--output", "--json", "FORMATS.md", "minimal.py", "Exit code 0", "Put -- before them",
      ]
    ),
    (
      ["log"],
      [
        "<database>", "--list", "--rows", "--origin", "--group", "--text", "replay takes back",
        "firstRevision",
      ]
    ),
  ]

  @Test(arguments: words) func helpSaysWhatMatters(
    _ command: [String], _ words: [String]
  ) async throws {
    let outcome = try await RosterProgram.run(command + ["--help"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    // Help is wrapped at some width; the words are looked for across lines.
    let text = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    for word in words { #expect(text.contains(word), "\(command): \(word)") }
  }

  @Test(arguments: ["show", "view", "serve", "compact"])
  func whatIsUsedIsBrokenAtTheWidthOfTheTerminal(command: String) async throws {
    let whole = try await RosterProgram.shell("unset COLUMNS; $roster \(command) --help")
    let narrow = try await RosterProgram.shell("COLUMNS=48 $roster \(command) --help")
    let usage = try #require(whole.lines.first { $0.hasPrefix("USAGE: ") })
    let first = try #require(narrow.lines.firstIndex { $0.hasPrefix("USAGE: ") })
    let broken = narrow.lines[first...].prefix {
      $0.hasPrefix("USAGE: ") || $0.hasPrefix("       ")
    }
    #expect(broken.count > 2 && broken.allSatisfy { $0.count <= 48 })
    // The same words, and no option is parted from its value.
    let words = broken.map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(words == usage)
    #expect(broken.allSatisfy { $0.count { $0 == "[" } == $0.count { $0 == "]" } })
    let wrong = try await RosterProgram.shell("COLUMNS=48 $roster \(command) --nothing")
    #expect(wrong.exitCode == 2)
  }
}
