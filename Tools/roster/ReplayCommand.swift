public import ArgumentParser
import Foundation
import RosterCore
import RosterDerived
import RosterEngine
public import RosterReplay
import RosterJSON
import RosterLog
import RosterStore

extension ReplayMode: ExpressibleByArgument {}

struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Apply a changeset log to a list, and print the batches that come out.",
    discussion: """
      The expectations in the log are checked; the first that fails ends the replay with exit \
      code 1. If the database fails, nothing behind the changeset that it has failed is applied: the \
      list is at a revision of the log, and the exit code is 4. If the log is malformed behind some \
      entries, these are applied and printed, and the exit code is 3. Without --db the list is in a \
      temporary file; if the list exists, the replay goes on from its revision. A list that the replay has \
      created is removed again if the replay fails before a changeset is applied; one that existed then has \
      no keys, if it had none.
      """)

  @Argument(help: "The changeset log; - for standard input.")
  var log: String?

  @Option(help: "Instead of a log, replay the first-parent history of a Git repository.")
  var git: String?

  @Option(
    help: "The database file, created if it does not exist, or postgres://user@host/database.")
  var db: String?

  @Option(help: "The list; created if it does not exist.")
  var list = "main"

  @Option(
    help: ArgumentHelp(
      """
      Where the models have the keys of the items, such as id or author.id; needed if the list has keys. A \
      list without items gets them.
      """, valueName: "place"))
  var modelKey: ModelKeyPlace?

  @Option(help: "What is printed: text for people, ndjson for programs, or none.")
  var output = BatchPrinter.Output.text

  @Option(
    parsing: .unconditional,
    help: "Stop before the first changeset that leads beyond this revision."
  )
  var until: Int?

  @Option(
    help: "The most bytes that a line of the log may have: 64 MiB, unless more are needed.")
  var maxLineBytes = ChangesetLogReader.lineByteCountMax

  @Option(
    help: """
      sync: each changeset durable before the next; async: committed in groups, unless the list has keys.
      """)
  var mode = ReplayMode.async

  @Option(
    help: "full: survives power cuts; normal: a power cut may cost the last changesets.")
  var durability = SQLiteConfiguration.Durability.normal

  @OptionGroup var logOptions: LogOptions

  @Option(
    help: ArgumentHelp(
      "Replay as a list with a viewport: each model is a row of text of 80 columns.",
      discussion: """
        Visible items are built first. After each batch, its visible results are printed; the \
        changesets are applied one after the other.
        """,
      valueName: "offset,length"))
  var viewport: NumberPair?

  @Option(
    help: ArgumentHelp(
      "With --viewport: build only so many items ahead of what is visible and behind.",
      valueName: "ahead,behind"))
  var window: NumberPair?

  func validate() throws {
    guard window == nil || viewport != nil else {
      throw ValidationError("--window is a range around a --viewport.")
    }
    guard modelKey == nil || viewport == nil else {
      throw ValidationError("A list with a --viewport has no keys; leave out --model-key.")
    }
    guard maxLineBytes > 0 else { throw ValidationError("--max-line-bytes is at least 1.") }
    guard until ?? 0 >= 0 else { throw ValidationError("--until is not negative.") }
    guard log == nil || git == nil else {
      throw ValidationError("Name a changeset log or a repository with --git, not both.")
    }
    guard log != nil || git != nil else {
      throw ValidationError("Name a changeset log, or a repository with --git.")
    }
  }

  /// What is replayed.
  private enum Source {
    case log(ChangesetLogReader, InputFile)
    case history(GitHistory)
  }

  func run() async throws {
    // What cannot be read creates no database.
    let source = try await openSource()
    let file = try ReplayDatabase(
      path: db, list: list, key: modelKey, durability: durability,
      logOptions.configuration(list: list))
    defer { file.remove() }
    let outputFile = OutputFile()
    let report = ReplayReport(output: output, outputFile: outputFile)
    do {
      if let viewport {
        let scrolled = ScrolledReplay(
          offset: viewport.first, length: viewport.second,
          window: window.map { .init(ahead: $0.first, behind: $0.second) })
        try await run(
          source,
          LogReplay(
            mode: .sync, observer: ScrolledReport(report: report),
            open: {
              try scrolled.open(
                try file.openListWithoutKeys().storage, codec: CanonicalJSONCodec(),
                file.configuration)
            },
            closeStorage: file.close))
      } else {
        try await run(
          source,
          LogReplay(mode: mode, observer: report, open: file.open, closeStorage: file.close))
      }
    } catch {
      // This failure is the one to tell of.
      try? file.removeUnused()
      // The output before the failure is valid, and belongs before its message.
      try? outputFile.flush()
      throw error
    }
    try outputFile.flush()
  }

  private func openSource() async throws -> Source {
    guard let log else {
      return .history(
        try await GitHistory(at: git ?? "") { StandardStreams.complain("roster: \($0)") })
    }
    let input = try InputFile(log)
    do {
      return .log(
        try ChangesetLogReader(lineByteCountMax: maxLineBytes) { try input.nextChunk() }, input)
    } catch let error as ChangesetLogError {
      throw CommandFailure(ExitStatus.input, "\(input.name), \(error)")
    }
  }

  private func run<Report: PrintedReport>(
    _ source: Source, _ replay: LogReplay<Report>
  ) async throws {
    var replay = replay
    do {
      do {
        switch source {
        case .log(let reader, let input):
          try await replayLog(reader, of: input, with: &replay)
        case .history(let history): try await replayHistory(history, with: &replay)
        }
        try await replay.finish()
      } catch {
        throw named(error, replay.failedLine, after: replay.appliedCount)
      }
      if output != .none {
        try replay.observer.report.finish(
          replay.summary(), appliedCount: replay.appliedCount,
          refusedCount: replay.refusedCount)
      }
    } catch {
      await replay.close()
      throw error
    }
    await replay.close()
  }

  /// Batches that scroll by on a terminal are progress enough.
  private var showsProgress: Bool { output == .none || isatty(STDOUT_FILENO) == 0 }

  private func replayLog<Report: PrintedReport>(
    _ reader: ChangesetLogReader, of input: InputFile, with replay: inout LogReplay<Report>
  ) async throws {
    var reader = reader
    var progress = ProgressBar(noun: "changesets", isShown: showsProgress)
    defer { progress.finish() }
    while let line = try await next(of: &reader, to: &replay) {
      if case .changeset = line.entry, isEnough(replay.revision) { break }
      try await replay.take(line.entry, line: line.number)
      if !input.hasMore {
        // A person who writes the log by hand, or follows it, sees the results so far.
        try await replay.settle()
        try replay.observer.report.outputFile.flush()
      }
      progress.update(
        count: replay.appliedCount,
        fraction: input.size.map { Double(input.position) / Double(max(1, $0)) })
    }
  }

  private func next<Report>(
    of reader: inout ChangesetLogReader, to replay: inout LogReplay<Report>
  ) async throws -> ChangesetLogLine? {
    do {
      return try reader.next()
    } catch {
      // What the entries before have done is printed, whatever their log goes on with.
      try await replay.settle()
      throw error
    }
  }

  private func replayHistory<Report: PrintedReport>(
    _ history: GitHistory, with replay: inout LogReplay<Report>
  ) async throws {
    let total = try await history.changesetCount()
    var progress = ProgressBar(noun: "commits", isShown: showsProgress)
    defer { progress.finish() }
    var count = 0
    let base = replay.revision
    do {
      let expectation = try await history.forEachChangeset { logged in
        if isEnough(replay.revision) { throw EnoughReplayed() }
        count += 1
        try await replay.take(.changeset(logged), line: count)
        progress.update(count: count, fraction: Double(count) / Double(max(1, total)))
      }
      // Only a list that was empty before equals the tree of the head now.
      if base == 0 { try await replay.take(.expect(expectation), line: count + 1) }
    } catch is EnoughReplayed {
    } catch let error as ImportError {
      try await replay.settle()
      throw error
    }
  }

  private func isEnough(_ revision: Int) -> Bool { until.map { revision >= $0 } ?? false }

  /// Puts the name of the log and the line before what has failed there.
  ///
  /// - Parameters:
  ///   - failedLine: The line of the entry that the list could not apply.
  ///   - appliedCount: The number of entries before it that are in the list.
  private func named(
    _ error: any Error, _ failedLine: Int?, after appliedCount: Int
  ) -> any Error {
    func place(_ line: Int) -> String {
      git.map { "\($0), commit \(line)" } ?? "\(log.map(InputFile.name) ?? ""), line \(line)"
    }
    switch error {
    case let failure as ReplayFailure:
      return CommandFailure(ExitStatus.finding, "\(place(failure.line)): \(failure.message)")
    case let error as ChangesetLogError:
      return CommandFailure(ExitStatus.input, "\(log.map(InputFile.name) ?? ""), \(error)")
    default:
      guard let failedLine else { return error }
      let status = ExitStatus(of: error)
      let before =
        "; \(appliedCount.counting("changeset")) of the log \(appliedCount == 1 ? "was" : "were") applied before"
      return CommandFailure(status.code, "\(place(failedLine)): \(status.message)\(before)")
    }
  }
}

/// The revision to stop at is reached.
private struct EnoughReplayed: Error {}

/// The database of a replay, which can be closed and opened again.
private final class ReplayDatabase {
  private let path: String
  private let list: String
  private let key: ModelKeyPlace?
  private let durability: SQLiteConfiguration.Durability
  let configuration: DataSourceConfiguration
  private var temporaryFolder: ScratchFolder?
  private var store: OpenedDatabase?
  /// Whether the list did not exist before.
  private var hasCreatedList = false
  /// Whether the list existed, and had no keys.
  private var hasGivenKeys = false

  /// The database in a temporary folder, and what SQLite puts beside it.
  private static let temporaryFiles = ["", "-wal", "-shm", "-journal"].map { "replay.sqlite\($0)" }

  init(
    path: String?, list: String, key: ModelKeyPlace?,
    durability: SQLiteConfiguration.Durability, _ configuration: DataSourceConfiguration
  ) throws {
    self.list = list
    self.key = key
    self.configuration = configuration
    self.durability = durability
    if let path {
      self.path = path
      temporaryFolder = nil
    } else {
      let folder = try ScratchFolder()
      SignalledRemoval.begin(of: folder, files: Self.temporaryFiles)
      self.path = folder.path(of: Self.temporaryFiles[0])
      temporaryFolder = folder
    }
  }

  func open() throws -> ListDataSource<JSONValue, JSONValue, Never> {
    let list = try openList()
    if key != nil, try !list.hasKeys() { hasGivenKeys = true }
    return try list.openForModels(key, configuration)
  }

  /// Opens the list for a replay that knows no keys.
  func openListWithoutKeys() throws -> OpenedList {
    let opened = try openList()
    guard try !opened.hasKeys() else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(opened.database.place), list \(list.inQuotes): the items have keys; leave out --viewport"
      )
    }
    return opened
  }

  private func openList() throws -> OpenedList {
    let store = try DatabasePlace(path).open(
      isReadOnly: false, create: true, durability: durability)
    self.store = store
    if let derived = try store.derivation(ofListNamed: list) {
      throw CommandFailure(
        ExitStatus.usage,
        "\(store.place), list \(list.inQuotes): it is derived from \(derived.sourceNames) and follows what changes there; "
          + "replay the log on a list that is not derived")
    }
    if try store.list(named: list) == nil { hasCreatedList = true }
    guard let list = try store.list(named: list, create: true) else {
      throw CommandFailure(ExitStatus.database, "\(store.place): the list cannot be created")
    }
    return list
  }

  func close() throws {
    try store?.close()
    store = nil
  }

  /// If nothing was applied, removes the list that the replay has created, or takes back the keys that it has given a
  /// list. Otherwise the list would keep them, and only replays with --model-key could write it.
  func removeUnused() throws {
    guard temporaryFolder == nil, let store else { return }
    guard hasCreatedList else {
      guard hasGivenKeys else { return }
      let storage = try store.list(named: list)?.storage as? any KeyedStorage
      try storage?.removeUnusedKeys()
      return
    }
    guard let lists = store.store as? any ListStore,
      try store.lists().contains(where: { $0.name.isSameName(as: list) && $0.revision == 0 })
    else { return }
    _ = try lists.removeList(named: list)
  }

  /// Removes the temporary files.
  func remove() {
    try? close()
    temporaryFolder = nil
  }
}
