import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A file with two lists that processes change at once which are killed, and what they must have left:
/// the same changes in both lists, and all that were acknowledged.
struct KilledPair {
  private let folder: TemporaryFolder
  /// The last revision that was acknowledged, of both lists.
  private var acknowledged: Revision = 0

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path(of: "list.sqlite") }

  /// Starts a process and kills it.
  ///
  /// - Parameters:
  ///   - lineCount: How many commits are waited for first.
  ///   - seconds: How long then.
  /// - Returns: Whether it had acknowledged anything.
  /// - Throws: If it ended by itself.
  mutating func kill(afterLines lineCount: Int, seconds: Double) throws -> Bool {
    let child = try ChildProgram(.joint, ["change", path])
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
    var revisions: [Revision] = []
    for name in ["one", "other"] {
      guard let list = try store.list(named: name, create: false) else {
        if acknowledged > 0 { problems.append("the list \"\(name)\" is gone") }
        continue
      }
      let contents = try StoredContents(list)
      let models = contents.sections.flatMap(\.items).map(\.model)
      // Each change appends its number, and removes what is older than the last hundred; it is undone by
      // the next revision, and redone by the one after that.
      let changes = stride(from: 1, through: contents.revision, by: 3)
      let expected = changes.dropLast(contents.revision % 3 == 2 ? 1 : 0).suffix(100).map {
        StoredValue.text("\($0)")
      }
      if models != expected { problems.append("the list \"\(name)\" holds \(models)") }
      revisions.append(contents.revision)
    }
    if let first = revisions.first {
      if revisions.contains(where: { $0 != first }) {
        problems.append("the lists are at \(revisions), and are changed at once")
      }
      if first < acknowledged {
        problems.append("the lists are at \(first), and \(acknowledged) was acknowledged")
      }
      acknowledged = first
    }
    try store.close()
    return problems
  }
}
