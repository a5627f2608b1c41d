import RosterCore
import RosterEngine
import RosterJSON

/// What a restoration is of and what it would do, in the words of every face:
///
///     Restore the list to revision 12?
///     3 rows come back, 2 go, 1 moves, 4 change; 1 section comes back
enum RestorationWords {
  /// What is restored, by where it was.
  ///
  /// - Parameter then: The list at the revision.
  /// - Throws: If a page of the list cannot be read.
  static func name(of part: RestoredPart, in then: ListState) throws(StorageError) -> String {
    switch part {
    case .list: return "the list"
    case .section(let section):
      return then.index(of: section).map { "section \($0) with its items" } ?? "\(section)"
    case .tree(let tree):
      let place = try then.place(of: tree)
      return switch place {
      case .item(let path): "row \(path.section):\(path.item)"
      case .supplement(let kind, let section): "the \(kind) of section \(section)"
      case nil: "\(tree)"
      }
    }
  }

  /// What a restoration of the list or a section would do.
  ///
  /// - Parameter restatedCount: The number of rows that have other states.
  static func summary(_ counts: ChangeCounts, restatedCount: Int) -> String {
    let verb = restatedCount == 1 ? "gets" : "get"
    let parts = [
      phrase(
        of: "row",
        [counts.insertedItems, counts.removedItems, counts.movedItems, counts.updatedItems]),
      phrase(
        of: "section",
        [
          counts.insertedSections, counts.removedSections, counts.movedSections,
          counts.updatedSections,
        ]),
      restatedCount == 0 ? "" : "\(numbered(restatedCount, "row")) \(verb) other states",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// What a restoration of a row would do.
  static func summary(returns: Bool, fieldCount: Int, stateCount: Int) -> String {
    if returns { return "it comes back" }
    var parts: [String] = []
    if fieldCount > 0 {
      parts.append("\(numbered(fieldCount, "field")) \(fieldCount == 1 ? "changes" : "change")")
    }
    if stateCount > 0 {
      parts.append("\(numbered(stateCount, "state")) \(stateCount == 1 ? "changes" : "change")")
    }
    return parts.joined(separator: ", ")
  }

  private static let verbs = [
    ("comes back", "come back"), ("goes", "go"), ("moves", "move"), ("changes", "change"),
  ]

  /// `3 rows come back, 2 go`: the noun stands once.
  private static func phrase(of noun: String, _ counts: [Int]) -> String {
    var phrase = ""
    for (count, (singular, plural)) in zip(counts, verbs) where count > 0 {
      let number = phrase.isEmpty ? numbered(count, noun) : ", \(count)"
      phrase += "\(number) \(count == 1 ? singular : plural)"
    }
    return phrase
  }

  private static func numbered(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
