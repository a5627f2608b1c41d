internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// A list as it was at an earlier revision, with what that revision has changed.
struct PastRevision<Model: Sendable, SectionModel: Sendable>: Sendable {
  typealias Snapshot = ListSnapshot<Model, SectionModel>

  let snapshot: Snapshot
  /// The list one revision before; `nil` if that is kept no longer.
  private let former: Snapshot?
  /// What became of the items; empty if these are too many.
  let marks: ChangeMarks
  /// What a page is told of the revision, as far as the list itself knows.
  let note: RevisionNote

  /// Goes back to a revision; returns `nil` if that was broken off.
  ///
  /// - Parameters:
  ///   - known: A snapshot that may be nearer to it than the present is.
  ///   - goesOn: Called after each step of a long way but the last one, with the share that is gone, from 0 to 1; returns
  ///     whether to go on.
  /// - Throws: `StorageError`; `compacted` if the revision is kept no longer, `stale` if there is none.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revision and the nearest snapshot that is known.
  init?<Output>(
    of list: ListDataSource<Model, SectionModel, Output>, at revision: Revision,
    near known: Snapshot, while goesOn: (Double) -> Bool
  ) throws(StorageError) {
    var walk = try list.walk(to: revision, near: known)
    while try walk.goOn() {
      guard goesOn(walk.share) else { return nil }
    }
    let snapshot = list.snapshot(of: walk)
    self.snapshot = snapshot
    var (marks, summary) = (ChangeMarks(), "revision \(revision)")
    var userInfo: JSONObject = [:]
    former =
      try revision > list.oldestRevision
      ? list.snapshot(at: revision - 1, near: snapshot) : nil
    if let former, let entry = try list.entry(of: revision) {
      marks.take(try former.state.replaying(entry.record))
      summary += entry.whoAndWhat
      userInfo = entry.annotation.userInfo
    }
    self.marks = marks
    var changed: [(item: ItemID, place: TreePlace)] = []
    for item in marks.items {
      if let place = try snapshot.state.place(of: .item(item)) { changed.append((item, place)) }
    }
    changed.sort { $0.place < $1.place }
    note = RevisionNote(
      revision: revision, summary: summary, userInfo: userInfo, changedItems: changed.map(\.item))
  }
}

/// An earlier revision that a page shows.
struct RevisionNote: Sendable {
  let revision: Revision
  /// What it has done, and who made it.
  let summary: String
  /// What its maker has said of it; empty of a revision whose former list is kept no longer.
  let userInfo: JSONObject
  /// The items that it has inserted, updated or moved, in the order of the list; none if they are too many.
  let changedItems: [ItemID]
}

extension PastRevision where Model == JSONValue {
  /// Returns the contents of rows with what became of them: of updated ones also what they were.
  func marked(_ contents: [RowContent], of rows: [PlacedRow]) -> [RowContent] {
    guard !marks.isEmpty else { return contents }
    let items = rows.compactMap(\.tree.item).filter { marks.mark(of: $0) == .updated }
    // Without what they were, rows are marked all the same.
    let models = former.flatMap { try? $0.models(of: items) } ?? []
    let formerModels = Dictionary(zip(items, models), uniquingKeysWith: { first, _ in first })
    return zip(contents, rows).map { content, row in
      guard let item = row.tree.item, let mark = marks.mark(of: item) else { return content }
      return content.marked(mark, former: formerModels[item])
    }
  }
}

extension JournalEntry {
  /// When the change was made, by whom, and what it did: `, 2024-05-06, by "alice": 1 item removed`.
  fileprivate var whoAndWhat: String {
    let at = annotation.at.map { ", \($0.shortened(byteCountMax: Self.nameByteCountMax))" } ?? ""
    let by =
      annotation.origin.map { " by \($0.shortened(byteCountMax: Self.nameByteCountMax).inQuotes)" }
      ?? ""
    let comma = at.isEmpty || by.isEmpty ? "" : ","
    return at + comma + by + ": \(ChangeCounts([record.outline]))"
  }

  /// Longer names are cut. A single character may have any number of bytes.
  private static let nameByteCountMax = 48
}
