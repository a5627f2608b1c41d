import RosterCore
import RosterEngine
import RosterJSON
import RosterPages
import RosterRows

/// What differs between the list at two revisions, row by row: what was inserted, removed, moved and
/// updated, with fields, and which rows have other states. The target may be the earlier one.
///
/// Only rows are looked at that the revisions in between have named.
struct ListComparison {
  private struct Row {
    var tree: TreeID
    var changes: [JSONValue]
    var from: TreePlace?
    var to: TreePlace?
  }

  /// What a person compares for, and what can be done if too much lies between the revisions.
  enum Purpose {
    case looking
    case restoring

    fileprivate var remedy: String {
      switch self {
      case .looking: "compare closer ones"
      case .restoring: "restore single rows or sections, or an earlier revision that is closer"
      }
    }
  }

  static let rowCountMax = 200
  /// How far apart the revisions are at most, and how many changes lie between them.
  private static let revisionCountMax = 16_384
  private static let changeCountMax = 100_000
  /// The most items of a section that is restored with them.
  static let sectionItemCountMax = 20_000
  /// The number of entries that are read at once.
  private static let chunkCount = 256

  private let list: any InspectableStorage
  private let change: ListChange
  private let source: ListState
  private let target: ListState
  /// The revision that has the models and states of what is inserted and updated in the target.
  private let targetRevision: Revision
  /// The rows whose states the revisions in between have written, or of which a section has had states.
  private let writtenTrees: Set<TreeID>

  /// Compares two revisions.
  ///
  /// - Throws: `InspectorError` if too much lies between them; `StorageError` if one of them is not there,
  ///   or the journal is damaged.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revisions.
  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists, from: Revision,
    to: Revision, for purpose: Purpose = .looking
  ) throws {
    try Self.verifyDistance(from, to, for: purpose)
    self.list = list
    source = try past.state(at: from, head)
    target = try past.state(at: to, head)
    targetRevision = to
    let touched: TouchedIdentities
    (touched, writtenTrees) = try Self.touched(
      list, after: from < to ? source : target, upTo: max(from, to), for: purpose)
    let changeset = try source.identityChangeset(
      to: target, touching: touched,
      updating: list.updatedItems(among: touched.items, from: from, to: to),
      list.updatedSections(among: touched.sections, from: from, to: to))
    change = try Self.change(source, by: changeset)
  }

  /// Compares the list with what it would be if a section were restored with its items.
  ///
  /// - Throws: `InspectorError` if the section was not in the list then, or has too many items; `StorageError`
  ///   as above.
  /// - Complexity: O(*m* log *n*) for *m* items that the section had and has, beside the way to the revision.
  init(
    _ list: any InspectableStorage, _ head: JournalHead, _ past: PastLists,
    restoring section: SectionID, to revision: Revision
  ) throws {
    self.list = list
    source = try past.state(at: head.present, head)
    let former = try past.state(at: revision, head)
    try Self.verifyBounds(of: section, in: [former, source])
    guard let restored = try RestoredSection(section, asIn: former, in: source) else {
      throw InspectorError(404, "\(section) was not in the list at revision \(revision)")
    }
    target = restored.target
    targetRevision = revision
    writtenTrees = restored.trees
    change = try Self.change(
      source, by: restored.changeset(from: source, to: revision, list))
  }

  private static func change(
    _ source: ListState, by changeset: Changeset<ItemID, SectionID>
  ) throws -> ListChange {
    try source.applying(
      changeset.outline.verified(against: source),
      returning: ListState.ReturningIdentities(
        items: changeset.insertedModels,
        sections: changeset.insertedSectionModels.compactMap(\.self)))
  }

  /// Verifies that a section has no more items than are compared, in any of some lists.
  ///
  /// - Throws: `InspectorError`.
  static func verifyBounds(
    of section: SectionID, in states: [ListState], itemCountMax: Int = sectionItemCountMax
  ) throws(InspectorError) {
    for state in states {
      guard let index = state.index(of: section) else { continue }
      let count = state.itemCount(inSection: index)
      guard count <= itemCountMax else {
        throw InspectorError(
          400,
          "\(section) has \(count) items at revision \(state.revision), and at most \(itemCountMax) are restored with "
            + "a section; restore single rows, or the list")
      }
    }
  }

  private static func verifyDistance(
    _ from: Revision, _ to: Revision, for purpose: Purpose
  ) throws {
    guard abs(from - to) <= revisionCountMax else {
      throw InspectorError(
        400,
        "revisions \(from) and \(to) are more than \(revisionCountMax) apart; \(purpose.remedy)")
    }
  }

  /// Verifies that no more lies between two revisions than is compared, without comparing them.
  ///
  /// - Throws: As `init`.
  static func verifyBounds(
    _ list: any InspectableStorage, after start: Revision, upTo end: Revision,
    for purpose: Purpose
  ) throws {
    try verifyDistance(start, end, for: purpose)
    try forEachEntry(of: list, after: start, upTo: end, for: purpose) { _ in }
  }

  /// Visits the entries of revisions one after the other.
  ///
  /// - Throws: `InspectorError` if there are too many changes in them.
  private static func forEachEntry(
    of list: any InspectableStorage, after start: Revision, upTo end: Revision,
    for purpose: Purpose, _ visit: (JournalEntry) throws -> Void
  ) throws {
    var revision = start
    var changeCount = 0
    while revision < end {
      let count = min(chunkCount, end - revision)
      let entries = try list.journal(after: revision, limit: count)
      guard entries.count == count else {
        throw StorageError(.corrupt, "the journal behind revision \(revision) has gaps")
      }
      for entry in entries {
        changeCount +=
          entry.record.outline.changeCount + entry.record.identities.removedItems.count
          + entry.states.count
        guard changeCount <= changeCountMax else {
          throw InspectorError(
            400,
            "more than \(changeCountMax) changes lie between revisions \(start) and \(end); "
              + purpose.remedy)
        }
        try visit(entry)
      }
      revision += count
    }
  }

  /// Returns what revisions have named, and of which rows they have written states.
  private static func touched(
    _ list: any InspectableStorage, after start: ListState, upTo end: Revision,
    for purpose: Purpose
  ) throws -> (TouchedIdentities, Set<TreeID>) {
    var state = start
    var touched = TouchedIdentities()
    var trees: Set<TreeID> = []
    try forEachEntry(of: list, after: start.revision, upTo: end, for: purpose) { entry in
      touched.formUnion(entry.record, appliedTo: state)
      trees.formUnion(entry.states.lazy.map(\.tree))
      state = try state.replaying(entry.record).target
    }
    return (touched, trees)
  }

  /// Returns the rows of both lists that have other states.
  private func restatedTrees() throws -> [TreeID] {
    let trees = try writtenTrees.filter {
      try source.place(of: $0) != nil && target.place(of: $0) != nil
    }.sorted()
    var restated: [TreeID] = []
    for start in stride(from: 0, to: trees.count, by: Self.chunkCount) {
      let chunk = trees[start..<min(start + Self.chunkCount, trees.count)]
      let before = try list.statesByTree(of: chunk, at: source.revision)
      let after = try list.statesByTree(of: chunk, at: targetRevision)
      restated += chunk.filter { before[$0] ?? [:] != after[$0] ?? [:] }
    }
    return restated
  }

  // MARK: Answering

  /// How much differs, without states.
  var counts: ChangeCounts { change.record.counts }

  /// Returns a window of the rows that differ, those that are gone last, and how much differs in all:
  /// `stateCount` rows have other states, and may differ in nothing else.
  func json(first: Int, limit: Int) throws -> JSONObject {
    let restated = try restatedTrees()
    let rows = try rows(restated)
    let shown = rows.dropFirst(first).prefix(limit)
    return [
      "from": JSONValue(source.revision), "to": JSONValue(targetRevision),
      "counts": change.record.countsJSON, "stateCount": JSONValue(restated.count),
      "rowCount": JSONValue(rows.count), "first": JSONValue(first),
      "rows": .array(try shown.map(json)),
    ]
  }

  private func rows(_ restated: [TreeID]) throws -> [Row] {
    var changes: [TreeID: [JSONValue]] = [:]
    let (outline, identities) = (change.proof.outline, change.identities)
    for section in identities.removedSections { changes[section.header] = ["removed"] }
    for section in identities.insertedSections { changes[section.header] = ["inserted"] }
    for move in outline.movedSections {
      if let section = source.sectionID(at: move.source) {
        changes[section.header, default: []].append("moved")
      }
    }
    for section in identities.updatedSections {
      changes[section.header, default: []].append("updated")
    }
    for item in identities.removedItems { changes[.item(item.id)] = ["removed"] }
    for item in identities.insertedItems { changes[.item(item)] = ["inserted"] }
    for item in identities.movedItems { changes[.item(item), default: []].append("moved") }
    for item in identities.updatedItems { changes[.item(item), default: []].append("updated") }
    for tree in restated { changes[tree, default: []].append("states") }
    return try changes.map { tree, changes in
      Row(
        tree: tree, changes: changes, from: try source.place(of: tree),
        to: try target.place(of: tree))
    }.sorted { row, other in
      switch (row.to, other.to) {
      case (let place?, let otherPlace?): place < otherPlace
      case (nil, nil): row.from.map { place in other.from.map { place < $0 } ?? true } ?? false
      default: row.to != nil
      }
    }
  }

  private func json(of row: Row) throws -> JSONValue {
    var json: JSONObject = ["key": .string(row.tree.key), "what": .array(row.changes)]
    json["from"] = row.from?.json
    json["to"] = row.to?.json
    let before = row.from == nil ? nil : try list.model(of: row.tree, at: source.revision)
    let isWritten = row.changes.contains("inserted") || row.changes.contains("updated")
    // What only moved has the model that it had.
    let after = isWritten ? try list.model(of: row.tree, at: targetRevision) : nil
    json.set("model", after ?? before, .row)
    if row.changes.contains("updated") { json.setFields(before, after) }
    if row.changes.contains("states") {
      json["states"] = .array(
        try list.changedStates(of: row.tree, from: source.revision, to: targetRevision))
    }
    return .object(json)
  }
}

extension SectionID {
  /// The row that stands for the section.
  var header: TreeID { .supplement(SupplementID(.header, of: self)) }
}
