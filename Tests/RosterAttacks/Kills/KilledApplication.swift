import GRDB
import RosterCore
import RosterDerived
import RosterStore
import RosterTestKit
import RosterTestSupport

/// The database of an application that writes rows and two lists in one transaction and is killed, and what it must have
/// left: the same rows in the table and in the lists, and all that were acknowledged. A list that shows the table has
/// its rows, since each write takes up its notes in its own transaction, and so do lists that are derived from either and
/// kept together with it.
struct KilledApplication {
  private let folder: TemporaryFolder
  private let isTogether: Bool
  /// The last revision that was acknowledged, of both lists.
  private var acknowledged: Revision = 0

  /// - Parameter isTogether: Whether the derived lists are kept together with what they show, and do not follow it in
  ///   transactions of their own.
  init(isTogether: Bool = true) throws {
    folder = try TemporaryFolder()
    self.isTogether = isTogether
  }

  private var path: String { folder.path(of: "application.sqlite") }

  /// Starts a process and kills it.
  ///
  /// - Parameters:
  ///   - lineCount: How many commits are waited for first.
  ///   - seconds: How long then.
  /// - Returns: Whether it had acknowledged anything.
  /// - Throws: If it ended by itself.
  mutating func kill(afterLines lineCount: Int, seconds: Double) throws -> Bool {
    let child = try ChildProgram(.application, [isTogether ? "write" : "follow", path])
    let told = try KilledFile.kill(child, afterLines: lineCount, seconds: seconds)
    acknowledged = max(acknowledged, told ?? 0)
    return told != nil
  }

  /// Opens the lists; `nil` if the process was killed before there were tables of lists.
  private func opened() throws -> SQLiteStore? {
    if acknowledged > 0 { return try SQLiteStore(path: path) }
    return try? SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
  }

  /// Opens the database as the next process would.
  ///
  /// - Returns: What is not as it must be.
  mutating func problems() throws -> [String] {
    guard let store = try opened() else { return [] }
    // Also of the list that shows the table: whichever row it has not followed is noted.
    var problems = try store.check().map(\.description)
    for table in try store.shownTables() where table.notedCount > 0 {
      problems.append("a write has left \(table.notedCount) notes of the table \(table.table)")
    }
    let rows = try DatabasePool(path: path).read {
      try Int.fetchAll($0, sql: "SELECT id FROM item ORDER BY id")
    }
    var revisions: [Revision] = []
    for name in ["one", "other"] {
      guard let list = try store.list(named: name, create: false) else {
        if acknowledged > 0 { problems.append("the list \"\(name)\" is gone") }
        continue
      }
      let contents = try StoredContents(list)
      let models = contents.sections.flatMap(\.items).map(\.model)
      let last = contents.revision
      let expected =
        name == "one" ? Array(max(1, last - 49)..<last + 1) : (1..<max(1, last)).reversed()
      if models != expected.map({ StoredValue.text("\($0)") }) {
        problems.append("the list \"\(name)\" holds \(models) at revision \(last)")
      }
      if name == "one", rows != expected {
        problems.append("the table holds \(rows) at revision \(last) of the list")
      }
      revisions.append(last)
    }
    if let first = revisions.first {
      if revisions.contains(where: { $0 != first }) {
        problems.append("the lists are at \(revisions), and are changed at once")
      }
      if first < acknowledged {
        problems.append("the lists are at \(first), and \(acknowledged) was acknowledged")
      }
      acknowledged = first
      // They are opened behind the first change.
      if first > 1 { problems += try derivedProblems(in: store) }
    }
    try store.close()
    return problems
  }

  /// Returns what is not as it must be in the lists that show other ones in the transactions of these.
  private func derivedProblems(in store: SQLiteStore) throws -> [String] {
    var problems: [String] = []
    var contents: [String: StoredContents] = [:]
    func items(of name: String) throws -> [StoredContents.Item]? {
      guard let list = try store.list(named: name, create: false) else {
        problems.append("the list \"\(name)\" is gone")
        return nil
      }
      contents[name] = try StoredContents(list)
      return contents[name]?.sections.flatMap(\.items)
    }
    guard let one = try items(of: "one"), let rows = try items(of: "rows") else { return problems }
    let thirds = one.filter {
      if case .text(let text) = $0.model, let number = Int(text) {
        number.isMultiple(of: 3)
      } else {
        false
      }
    }
    for (name, below, shown) in [
      ("newest", "one", one), ("thirds", "newest", thirds), ("newest rows", "rows", rows),
    ] {
      guard let found = try items(of: name), let list = try store.list(named: name, create: false)
      else { continue }
      if found.map(\.id) != shown.map(\.id).reversed() {
        problems.append(
          "the list \"\(name)\" shows \(found.map(\.id)) of \(shown.map(\.id)), and is kept together with \(below)"
        )
      }
      problems += try DerivedReading.findings(in: list, named: name) {
        try store.list(named: $0, create: false)
      }
      // A table is taken up when it is opened, which is before the list that shows it.
      if below == "rows" { continue }
      let revision = contents[name]?.revision ?? 0
      let note = try list.journal(after: max(0, revision - 1), limit: 1).first?.annotation
      let basis = note?.derivedBases.first?.basis
      if basis != contents[below]?.revision {
        problems.append(
          "the list \"\(name)\" shows revision \(basis ?? -1) of \(below), which is at \(contents[below]?.revision ?? -1)"
        )
      }
    }
    return problems
  }
}
