import RosterCore
import RosterStore

/// Everything that the lists of a file say, at every revision that can be read.
struct ListFacts: Equatable {
  /// A line for each fact, by list.
  private(set) var lines: [String: [String]] = [:]

  /// Reads them.
  init(_ store: SQLiteStore) throws {
    for summary in try store.lists() {
      guard let list = try store.list(named: summary.name, create: false) else { continue }
      lines[summary.name] = try ["\(summary)"] + Self.lines(of: list)
    }
  }

  private static func lines(of list: SQLiteList) throws -> [String] {
    var lines = ["\(try list.subscribers())"]
    let oldest = try list.oldestRevision()
    var state = try list.load()
    lines.append("\(state.nextIdentifiers)")
    lines.append(
      "\(String(describing: try list.deviceRows())) \(String(describing: try list.hubRows()))")
    for entry in try list.journal(after: oldest, limit: .max).reversed() {
      try append(state, of: list, to: &lines)
      lines.append("\(entry.record.outline) \(entry.states) \(entry.annotation) \(entry.step)")
      lines.append("\(try list.steps(at: entry.revision))")
      state = try state.reverting(entry.record)
    }
    try append(state, of: list, to: &lines)
    return lines
  }

  /// Appends the contents of a list at one revision.
  private static func append(
    _ state: ListState, of list: SQLiteList, to lines: inout [String]
  ) throws {
    let revision = state.revision
    let sections = state.sectionIDs
    let items = try sections.indices.map { try state.itemIDs(inSection: $0) }
    lines.append("revision \(revision): \(items)")
    lines.append("\(try list.models(of: sections, at: revision))")
    lines.append("\(try list.models(of: items.flatMap { $0 }, at: revision))")
    let supplements = sections.flatMap {
      [SupplementID(.header, of: $0), SupplementID(.footer, of: $0)]
    }
    let states =
      try list.states(of: items.flatMap { $0 }, at: revision)
      + list.states(of: supplements, at: revision)
    // Dictionaries have no order.
    lines.append(
      "\(states.map { $0.map { "\($0.key): \($0.value)" }.sorted() })")
  }

  /// Returns the facts of some lists.
  func only(_ names: Set<String>) -> ListFacts {
    var some = self
    some.lines = lines.filter { names.contains($0.key) }
    return some
  }

  /// Whether these are facts of the same file before its last commits, which a log that is cut short
  /// no longer has: what they say of the revisions that are there is the same.
  func isPart(of whole: ListFacts) -> Bool {
    lines.allSatisfy { name, mine in
      // The first lines are about the last revision.
      let all = Set(whole.lines[name] ?? [])
      return mine.dropFirst(4).allSatisfy { all.contains($0) }
    }
  }

  /// Returns the first fact that differs, `nil` if all are the same.
  func difference(from other: ListFacts) -> String? {
    guard self != other else { return nil }
    for (name, mine) in lines.sorted(by: { $0.key < $1.key }) {
      let theirs = other.lines[name] ?? []
      for (index, line) in mine.enumerated() where index >= theirs.count || theirs[index] != line {
        let other = index < theirs.count ? theirs[index] : "nothing"
        return "list \(name): \(line.prefix(300)) is not \(other.prefix(300))"
      }
    }
    return "there are more lists or facts than there were"
  }
}
