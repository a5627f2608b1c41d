internal import RosterCore
internal import RosterPages
package import RosterRows

/// What a revision did, when, and who made it, in few words:
///
///     revision 62, 2024-05-06 07:08:09 UTC, by "alice": 1 item removed, 3 items updated
///
/// It was when the change was made, if the caller has said that: a log that is replayed is committed much later.
package struct RevisionSummary: Sendable {
  /// The same in fewer and fewer words, down to `revision 62`.
  package let forms: [String]
  /// Which revision it is, when it was made, or else committed, and who made it.
  package let maker: String

  /// Makes the summary of a row of the journal.
  package init(_ row: JournalRow) {
    let name = "revision \(row.revision)"
    let by =
      row.origin.map { " by \($0.shortened(byteCountMax: Self.originByteCountMax).inQuotes)" } ?? ""
    let did = row.counts.map { $0.total == 0 ? "" : ": \($0)" } ?? ""
    let made = row.at?.shortened(byteCountMax: Self.momentByteCountMax)
    let moment =
      (made ?? row.committed.map { "\(Moment(milliseconds: $0))" }).map { ", \($0)" } ?? ""
    let comma = moment.isEmpty || by.isEmpty ? "" : ","
    maker = name + moment + comma + by
    var forms: [String] = []
    for form in [maker + did, name + by + did, name + by, name]
    where form != forms.last {
      forms.append(form)
    }
    self.forms = forms
  }

  /// Longer names are cut. A single character may have any number of bytes.
  private static let originByteCountMax = 48
  private static let momentByteCountMax = 40
}
