internal import RosterCore
internal import RosterEngine
internal import RosterJSON
internal import RosterLog

/// The mark of a revision: a hash of the changes that led to it. A hub that was restored from a
/// backup and went another way has other marks.
///
/// A note holds the mark of the revision before it, so the marks of revisions of devices stand for
/// all that came before. A revision of another writer has no note. Its mark is over the changes since
/// the last note, or since the last revision that ``markBlockCount`` divides:
///
///     revision   63   64   65   66 with a note   67
///     mark over       64   64…65   former, 66    66…67
extension SyncHub {
  /// How many revisions without a note are read for a mark at most.
  private var markBlockCount: Int { 64 }

  /// Returns the mark of a revision; an empty one if the journal does not tell how the list came to
  /// it. No revision but 0 is found again by that.
  func mark(of snapshot: List.Snapshot) throws -> String {
    let oldest = try list.oldestRevision
    guard snapshot.revision > oldest else { return "" }
    let last = try list.changes(after: list.snapshot(at: snapshot.revision - 1), limit: 1)
    if last.contains(where: beginsMark) { return try mark(of: last, after: "") }
    let start = max(oldest, (snapshot.revision - 1) / markBlockCount * markBlockCount)
    return try mark(
      of: list.changes(after: list.snapshot(at: start), limit: snapshot.revision - start), after: ""
    )
  }

  /// Returns the mark after changes that follow each other; the given one if there is none.
  ///
  /// - Parameter former: The mark of the revision before the first one.
  func mark(
    of changes: [ChangeBatch<Model, SectionModel>], after former: String
  ) throws -> String {
    let start = changes.lastIndex(where: beginsMark) ?? 0
    var mark = former
    for change in changes[start...] { mark = try self.mark(of: change, after: mark) }
    return mark
  }

  func mark(
    of change: ChangeBatch<Model, SectionModel>, after former: String
  ) throws -> String {
    var bytes = Array("\(change.targetRevision) ".utf8)
    // The note has the former mark.
    if !beginsMark(change) { bytes.append(contentsOf: former.utf8) }
    try coding.json(change.changeset).json.appendCanonical(to: &bytes)
    JSONValue.object(change.annotation.userInfo).appendCanonical(to: &bytes)
    return FNV1a(of: bytes).hex
  }

  /// Whether the mark of a change does not need the changes before it.
  private func beginsMark(_ change: ChangeBatch<Model, SectionModel>) -> Bool {
    (change.targetRevision - 1).isMultiple(of: markBlockCount)
      || change.annotation.syncNote?["key"] != nil
  }
}
