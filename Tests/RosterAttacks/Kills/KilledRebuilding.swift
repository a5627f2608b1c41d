import RosterCore
import RosterDerived
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A file with a derived list that processes rebuild in the background which are killed, and what they must have left: what
/// one of the definitions makes of the source at a revision, and each revision of the list that was acknowledged.
struct KilledRebuilding {
  private let folder: TemporaryFolder
  /// The last revision of the list that was acknowledged.
  private var acknowledged: Revision = 0

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path(of: "list.sqlite") }

  /// Starts a process and kills it.
  ///
  /// - Parameters:
  ///   - lineCount: How many rebuildings are waited for first.
  ///   - seconds: How long then.
  /// - Returns: Whether it had acknowledged anything.
  /// - Throws: If it ended by itself.
  mutating func kill(afterLines lineCount: Int, seconds: Double) throws -> Bool {
    let child = try ChildProgram(.rebuilding, ["write", path])
    let told = try KilledFile.kill(child, afterLines: lineCount, seconds: seconds)
    acknowledged = max(acknowledged, told ?? 0)
    return told != nil
  }

  /// Opens the file as the next process would.
  ///
  /// - Returns: What is not as it must be.
  mutating func problems() throws -> [String] {
    let store = try SQLiteStore(path: path)
    var problems = try store.check().map(\.description)
    let open = { name in try store.list(named: name, create: false) }
    if let source = try open("source"), let shown = try open("shown"), try shown.load().revision > 0
    {
      problems += try DerivedReading.findings(in: shown, named: "shown", opening: open)
      problems += try self.problems(of: shown, source, open)
    } else if acknowledged > 0 {
      problems.append("a list is gone, and revision \(acknowledged) was acknowledged")
    }
    try store.close()
    return problems
  }

  private mutating func problems(
    of shown: SQLiteList, _ source: SQLiteList,
    _ open: (String) throws -> (any JournalStorage)?
  ) throws -> [String] {
    let revision = try shown.storedRevision()
    guard revision >= acknowledged else {
      return ["the list is at revision \(revision), and \(acknowledged) was acknowledged"]
    }
    // What was seen once must stay.
    acknowledged = revision
    let status = try DerivedReading.status(of: shown, named: "shown", opening: open)
    guard let basis = status?.sources.first?.basis else {
      return ["the list does not say what it shows"]
    }
    let storage = try DerivedReading.storage(of: shown, named: "shown", opening: open)
    let models = try StoredContents(storage).sections.flatMap(\.items).map(\.model)
    let list = try ListDataSource<String, String, Never>(
      storage: source, codec: TextCodec(), sectionCodec: TextCodec())
    let all = try list.snapshot(at: basis).models()
    let possible = (2..<7).map { divisor in
      all.filter { Int($0)?.isMultiple(of: divisor) ?? false }.map { StoredValue.text($0) }
    }
    guard possible.contains(where: { $0 == models }) else {
      return ["the list has \(models.count) items, as no definition makes of revision \(basis)"]
    }
    return []
  }
}
