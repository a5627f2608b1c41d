package import RosterCore
package import RosterEngine
package import RosterJSON
import RosterPages
package import RosterRows

/// What a restoration would do, for a person who is asked about it and reads lines:
///
///     Restore the list to revision 12?
///     3 rows come back, 2 go
///     0:1  Tea · comes back
///     0:3  Milk · price: 3 → 4
package struct RestorationOffer: Sendable {
  package let part: RestoredPart
  /// The revision to which it is restored.
  package let revision: Revision
  /// The present revision, for which this was said.
  package let base: Revision
  /// What is restored, by where it was: `row 0:1`.
  package let name: String
  /// What would be done; `nil` if nothing would change.
  package let summary: String?
  /// The first rows that would change, or the fields of one, and how many more there are.
  package let lines: [String]

  private static let rowCountMax = 100
  /// Longer titles are cut. A single character may have any number of bytes.
  private static let titleByteCountMax = 60

  /// Finds out what a restoration would do, as an inspector does.
  ///
  /// - Parameters:
  ///   - list: The list, whose present revision may be a later one than that of `present`.
  ///   - former: The list at the revision to which the part is restored.
  ///   - present: The list at one of its last revisions.
  ///   - title: What a model is called.
  /// - Throws: `StorageError`; or, with a sentence for people, why the part cannot be restored.
  /// - Complexity: As an answer of the inspector to the same question.
  package init(
    _ list: any InspectableStorage, of part: RestoredPart, as former: ListState,
    near present: ListState, named title: (JSONValue) -> String
  ) throws {
    let preview = try RestorationPreview(
      list, list.head(), PastLists(list, knowing: [former, present]), of: part,
      to: former.revision, limit: Self.rowCountMax)
    let answer = try preview.answer()
    self.part = part
    revision = former.revision
    base = answer["present"]?.intValue ?? present.revision
    name = answer["part"]?.stringValue ?? ""
    summary = answer["nothing"] == nil ? answer["summary"]?.stringValue : nil
    if case .tree = part {
      let shown = answer["model"].map { Self.shortened(title($0)) }
      let fields =
        answer["returns"] == nil
        ? RowHistoryLines.fields(of: .object(answer)) : shown.map { [$0] } ?? []
      lines = fields + RowHistoryLines.states(of: .object(answer))
    } else {
      let rows = answer["rows"]?.arrayValue ?? []
      let rest = (answer["rowCount"]?.intValue ?? 0) - rows.count
      lines = rows.map { Self.line(of: $0, title) } + (rest > 0 ? ["and \(rest) more"] : [])
    }
  }

  /// The question of a person who is asked: `Restore row 0:1 to revision 12?`
  package var question: String { "Restore \(name) to revision \(revision)?" }

  /// `0:0  Milk · moves from 0:4 · price: 3 → 4`.
  private static func line(of row: JSONValue, _ title: (JSONValue) -> String) -> String {
    let place = RowHistoryLines.place(row["to"] ?? row["from"])
    let isItem = row["key"]?.stringValue?.hasPrefix("i") == true
    var parts = ["\(isItem ? "" : "section ")\(place)"]
    if let model = row["model"] { parts[0] += "  \(shortened(title(model)))" }
    for what in row["what"]?.arrayValue ?? [] {
      switch what.stringValue {
      case "inserted": parts.append("comes back")
      case "removed": parts.append("goes")
      case "moved": parts.append("moves from \(RowHistoryLines.place(row["from"]))")
      case "updated": parts += RowHistoryLines.fields(of: row)
      default: parts += RowHistoryLines.states(of: row)
      }
    }
    return parts.joined(separator: " · ")
  }

  private static func shortened(_ title: String) -> String {
    title.shortened(byteCountMax: titleByteCountMax)
  }
}
