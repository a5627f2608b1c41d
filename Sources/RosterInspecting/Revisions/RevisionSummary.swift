internal import RosterCore
internal import RosterJSON
internal import RosterPages
package import RosterRows

/// What a revision did, when, and who made it, in few words:
///
///     revision 62, 2024-05-06 07:08:09 UTC, by "alice": 1 item removed, 3 items updated
///
/// It was when the change was made, if the caller has said that: a log that is replayed is committed much later.
package struct RevisionSummary: Sendable {
  /// The same in fewer and fewer words, down to `revision 62 by "alice": -1 ~3` and `revision 62`.
  package let forms: [String]
  /// The same for a reader who sees elsewhere which revision it is, down to `by "alice": -1 ~3` and `-1 ~3`.
  package let unnumberedForms: [String]
  /// Which revision it is, when it was made, or else committed, and who made it.
  package let maker: String

  /// Makes the summary of a row of the journal.
  package init(_ row: JournalRow) {
    let name = "revision \(row.revision)"
    let by =
      row.origin.map { " by \($0.shortened(byteCountMax: Self.originByteCountMax).inQuotes)" } ?? ""
    let counts = row.counts.flatMap { $0.total == 0 ? nil : $0 }
    let did = counts.map { ": \($0)" } ?? ""
    let signs = counts.map { ": \(Self.signs(of: $0))" } ?? ""
    let made = row.at.map(Self.moment)
    let moment =
      (made ?? row.committed.map { "\(Moment(milliseconds: $0))" }).map { ", \($0)" } ?? ""
    let comma = moment.isEmpty || by.isEmpty ? "" : ","
    maker = name + moment + comma + by
    forms = Self.distinct([maker + did, name + by + did, name + by + signs, name + by, name])
    let shortest = [by + did, by + signs, did, signs].map {
      String($0.drop { ": ".contains($0) })
    }
    .filter { !$0.isEmpty }
    unnumberedForms = Self.distinct([maker + did] + (shortest.isEmpty ? [name] : shortest))
  }

  /// What the caller says of a moment. What would look like other words, or begin a line, is in quotes.
  private static func moment(_ at: String) -> String {
    let text = at.shortened(byteCountMax: momentByteCountMax)
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-:+.…".contains($0) }
    return isPlain ? text : JSONValue.string(text).canonicalText
  }

  private static func distinct(_ forms: [String]) -> [String] {
    forms.reduce(into: []) { distinct, form in
      if !distinct.contains(form) { distinct.append(form) }
    }
  }

  /// The counts with the signs that `roster diff` has for them: `+1 -2 ~3 >4`.
  private static func signs(of counts: ChangeCounts) -> String {
    let kinds: [(sign: String, count: Int)] = [
      ("+", counts.insertedItems), ("-", counts.removedItems), ("~", counts.updatedItems),
      (">", counts.movedItems), ("§+", counts.insertedSections), ("§-", counts.removedSections),
      ("§~", counts.updatedSections), ("§>", counts.movedSections), ("=", counts.states),
    ]
    return kinds.filter { $0.count > 0 }.map { $0.sign + String($0.count) }.joined(separator: " ")
  }

  /// Longer names are cut. A single character may have any number of bytes.
  private static let originByteCountMax = 48
  private static let momentByteCountMax = 40
}
