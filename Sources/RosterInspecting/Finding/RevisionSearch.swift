import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// Finds revisions: by who made them, when, how large they are, and what they did to which rows.
struct RevisionSearch {
  /// The maximum number of revisions in an answer, and of rows that are shown of each.
  private static let countMax = 100
  private static let shownCountMax = 3
  /// The maximum number of rows of a revision that are looked at, and how many of their models are read at a time.
  private static let rowCountMax = 10_000
  private static let modelCountMax = 512
  /// The number of later revisions in which the one is looked for that takes a revision back.
  private static let laterCountMax = 4_096

  private let list: any InspectableStorage
  private let head: JournalHead
  private let reach: JournalWalk.Reach
  private let rowCountMax: Int

  /// - Parameter rowCountMax: The maximum number of changes of a revision whose models are searched.
  init(
    _ list: any InspectableStorage, _ head: JournalHead,
    reach: JournalWalk.Reach = JournalWalk.Reach(), rowCountMax: Int = Self.rowCountMax
  ) {
    self.list = list
    self.head = head
    self.reach = reach
    self.rowCountMax = rowCountMax
  }

  /// Answers `search?origin=T&group=T&key=i12&text=T&since=ms&until=ms&kinds=K&changes=n&bytes=n&before=R&limit=n`.
  ///
  /// The revisions are before `before`, newest first. All from `searchedTo` on were searched; `next` is the `before`
  /// of the next question, if there are older ones. `partly` counts the revisions with so many changes, or such large
  /// models, that not all of these were searched for the text, and `unreadable` those that cannot be read.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(
      parameters, allowing: RevisionCriteria.names.union(["before", "limit"]))
    let criteria = try RevisionCriteria(query)
    let before = try query.revision("before") ?? revisionMax
    let limit = try query.number("limit", in: 1...Self.countMax) ?? 25
    var revisions: [JSONValue] = []
    var (partCount, unreadableCount) = (0, 0)
    let walk = JournalWalk(list, head, reach: reach)
    let searchedTo = try walk.visit(before: before) { row, written in
      if row.counts == nil { unreadableCount += 1 }
      guard criteria.admit(row, written: written) else { return true }
      let (rows, isWhole) = try rows(of: row, criteria, until: walk.deadline)
      if !isWhole { partCount += 1 }
      if let rows {
        revisions.append(try json(of: row, written, rows))
      }
      return revisions.count < limit
    }
    var answer: JSONObject = [
      "present": JSONValue(head.present), "oldest": JSONValue(head.oldest),
      "searchedTo": JSONValue(searchedTo), "revisions": .array(revisions),
    ]
    if searchedTo > head.oldest + 1 { answer["next"] = JSONValue(searchedTo) }
    if partCount > 0 { answer["partly"] = JSONValue(partCount) }
    if unreadableCount > 0 { answer["unreadable"] = JSONValue(unreadableCount) }
    return answer
  }

  // MARK: The rows of a revision

  /// Returns the rows by which a revision is found, `nil` if it is not one of those looked for; and whether all of its
  /// models were searched for the text.
  private func rows(
    of row: JournalRow, _ criteria: RevisionCriteria, until deadline: ContinuousClock.Instant
  ) throws -> (rows: [TouchedRow]?, isWhole: Bool) {
    let touched = row.touchedRows(of: criteria.tree, limit: rowCountMax) ?? []
    let rows = criteria.admitted(touched, of: row)
    if criteria.tree != nil, rows.isEmpty { return (nil, true) }
    guard let text = criteria.text else { return (rows, true) }
    let (found, isWhole) = try self.rows(
      among: rows, of: row.revision, containing: text, until: deadline)
    let isCut = criteria.tree == nil && row.counts?.total ?? 0 > rowCountMax
    return (found.isEmpty && !isInUserInfo(text, of: row) ? nil : found, isWhole && !isCut)
  }

  private func isInUserInfo(_ text: SearchedText, of row: JournalRow) -> Bool {
    row.userInfo.map { text.isIn(StoredValue.text($0).readable) } ?? false
  }

  /// Returns the first rows whose models contain a text, of those that a revision wrote or removed; and whether there was
  /// time for all that have to be searched.
  private func rows(
    among rows: [TouchedRow], of revision: Revision, containing text: SearchedText,
    until deadline: ContinuousClock.Instant
  ) throws -> (found: [TouchedRow], isWhole: Bool) {
    let written = rows.filter { !$0.changes.allSatisfy { $0 == .moved || $0 == .states } }
    var found: [TouchedRow] = []
    for start in stride(from: 0, to: written.count, by: Self.modelCountMax)
    where found.count < Self.shownCountMax {
      if start > 0, ContinuousClock.now >= deadline { return (found, false) }
      let part = written[start..<min(start + Self.modelCountMax, written.count)]
      let models = try models(of: part, at: revision)
      found += part.filter { models[$0.tree].map { text.isIn($0.readable) } ?? false }
    }
    return (found, true)
  }

  /// Returns the models of rows as a revision wrote them; of what it removed, as they were.
  private func models(
    of rows: some Sequence<TouchedRow>, at revision: Revision
  ) throws -> [TreeID: StoredValue] {
    let removed = rows.filter { $0.changes.contains(.removed) }.map(\.tree)
    let present = rows.filter { !$0.changes.contains(.removed) }.map(\.tree)
    return try list.models(of: present, at: revision)
      .merging(list.models(of: removed, at: revision - 1)) { $1 }
  }

  // MARK: Answering

  private func json(
    of row: JournalRow, _ written: Int?, _ rows: [TouchedRow]
  ) throws -> JSONValue {
    let revision = row.revision
    let takenBack = try list.takenBack(
      revision...revision, upTo: min(head.present, revision + Self.laterCountMax))
    var json = row.summary(takenBackBy: takenBack[revision])
    json["userInfo"] = row.shownUserInfo
    json["written"] = written.map(JSONValue.init(_:))
    let shown = rows.prefix(Self.shownCountMax)
    let models = try models(of: shown, at: revision)
    json["rows"] = .array(
      shown.map { touched in
        var object: JSONObject = [
          "key": .string(touched.tree.key),
          "what": .array(touched.changes.map { .string($0.rawValue) }),
        ]
        object.set("model", models[touched.tree], .row)
        return .object(object)
      })
    return .object(json)
  }
}
