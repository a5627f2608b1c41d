package import RosterCore
package import RosterJSON
import RosterPages
package import RosterRows

/// Why an item is as it is, in lines for people: the revisions that touched it, the newest first, and what each changed in it.
///
///     revision 62, 2024-05-06T07:00:00Z, by "alice"
///       committed 2024-05-06 07:08:09 UTC
///       with reason: new prices
///       author.name: "Ann" → "Ben"
///       moved from 0:3 to 0:0
///     revision 1, 2024-05-01 09:00:00 UTC
///       inserted
package struct RowHistoryLines {
  package private(set) var lines: [String] = []

  private static let revisionCountMax = 50
  /// Longer values are cut. A single character may have any number of bytes.
  private static let valueByteCountMax = 60
  /// What was said of a revision is the reason for it, and longer.
  private static let wordsByteCountMax = 600
  /// The members of user info that tell most, the best first.
  private static let telling = ["title", "reason", "message", "summary", "author"]

  /// Reads the newest revisions up to one that touched an item.
  ///
  /// - Throws: `StorageError`, or why no revision says anything of the item.
  /// - Complexity: As an answer of the inspector about the history of a row.
  package init(
    _ list: any InspectableStorage, of item: ItemID, upTo revision: Revision
  ) throws {
    let answer = try RowHistory(list, list.head()).answer([
      "key": TreeID.item(item).key, "before": "\(revision + 1)",
      "limit": "\(Self.revisionCountMax)",
    ])
    for entry in answer["revisions"]?.arrayValue ?? [] {
      guard let revision = entry["revision"]?.intValue else { continue }
      let row = try list.journalRows(revision...revision, limit: 1).first
      lines.append(row.map { RevisionSummary($0).maker } ?? "revision \(revision)")
      lines += Self.changes(entry).map { "  \($0)" }
    }
    if answer["next"] != nil {
      lines.append("Earlier revisions are in the inspector.")
    } else if let oldest = answer["oldest"]?.intValue, oldest > 0 {
      lines.append("What was before revision \(oldest) is kept no longer.")
    }
    if lines.isEmpty { lines = ["No revision that is kept has touched it."] }
  }

  /// What a revision changed in the item.
  private static func changes(_ entry: JSONValue) -> [String] {
    var lines: [String] = []
    // The line above says when it was made, if that is known.
    if entry["at"] != nil, let committed = entry["committed"]?.intValue {
      lines.append("committed \(Moment(milliseconds: committed))")
    }
    if let userInfo = entry["userInfo"] { lines += reasons(in: userInfo).map { "with \($0)" } }
    for what in entry["what"]?.arrayValue ?? [] {
      switch what.stringValue {
      case "updated": lines += fields(of: entry)
      case "moved":
        lines.append("moved from \(place(entry["from"])) to \(place(entry["to"]))")
      case "states": lines += states(of: entry)
      case let name?: lines.append(name)
      case nil: break
      }
    }
    return lines
  }

  /// What the caller has said of a revision, a line for each member, those that tell most first.
  private static func reasons(in userInfo: JSONValue) -> [String] {
    guard case .object(let members) = userInfo, !members.isEmpty else {
      return [words(of: userInfo)]
    }
    let others = members.keys.filter { !telling.contains($0) }
    let names = telling.filter { members[$0] != nil } + others
    return names.map { path([.string($0)]) + (members[$0].map(words) ?? "") }
  }

  /// A text as it is, unless it has several lines, and any other value as JSON.
  private static func words(of value: JSONValue) -> String {
    let text = value.stringValue.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    return (text ?? value.canonicalText).shortened(byteCountMax: wordsByteCountMax)
  }

  /// What differs between two models, a line for each of the first fields, `price: 3 → 4`, and how many fields differ.
  ///
  /// - Complexity: O(*n*) in the size of both.
  package static func fields(
    from before: JSONValue?, to after: JSONValue?
  ) -> (lines: [String], count: Int) {
    let changes = FieldChanges(before, after)
    return (lines(of: changes.json.arrayValue ?? []), changes.count)
  }

  /// What differs between the states that an answer has, a line for each of the first fields.
  static func states(of json: JSONValue) -> [String] {
    (json["states"]?.arrayValue ?? []).flatMap { state in
      let scope = state["scope"]?.stringValue ?? ""
      return fields(of: state).map { "state \(scope): \($0)" }
    }
  }

  /// What differs between the models that an answer has, a line for each of the first fields.
  static func fields(of json: JSONValue) -> [String] {
    let fields = json["fields"]?.arrayValue ?? []
    let rest = (json["fieldCount"]?.intValue ?? 0) - fields.count
    return lines(of: fields) + (rest > 0 ? ["and \(rest) more"] : [])
  }

  private static func lines(of fields: [JSONValue]) -> [String] {
    fields.map { field in
      let name = path(field["path"]?.arrayValue ?? [])
      return "\(name)\(text(of: field["before"])) → \(text(of: field["after"]))"
    }
  }

  /// `author.tags[1]: `; nothing for the whole value. A key that would look like other keys, or begin a line, is in quotes.
  private static func path(_ steps: [JSONValue]) -> String {
    var path = ""
    for step in steps {
      if let key = step.stringValue.map({ isPlain($0) ? $0 : step.canonicalText }) {
        path += path.isEmpty ? key : ".\(key)"
      } else {
        path += "[\(step.canonicalText)]"
      }
    }
    return path.isEmpty ? "" : "\(path): "
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || "_-$@".contains($0) }
  }

  /// Where a row is: `0:6`.
  static func place(_ path: JSONValue?) -> String {
    path.map { ($0.arrayValue ?? [$0]).map(\.canonicalText).joined(separator: ":") } ?? "elsewhere"
  }

  private static func text(of value: JSONValue?) -> String {
    value.map { $0.canonicalText.shortened(byteCountMax: valueByteCountMax) } ?? "nothing"
  }
}
