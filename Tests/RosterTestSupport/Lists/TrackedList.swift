package import RosterCore

/// A list state and the naive list beside it, taken through the same changesets.
///
/// Every changeset is looked at in three ways, by the tree, by the operations on arrays and by the
/// naive list, and all that can be said of it is compared; the first thing on which they differ is
/// returned, with the list and the changeset as log lines.
package struct TrackedList: Sendable {
  package private(set) var state = ListState()
  package private(set) var naive = NaiveList<String, String>()
  /// Whether the whole state is checked after every changeset, which costs O(*n*).
  package var checksInvariants = true

  /// Makes an empty list.
  package init() {}

  /// Makes a list of some rows, at revision 1.
  ///
  /// - Throws: If the rows cannot be made, which is a bug.
  package init(_ rows: ListRows<String, String>) throws {
    state = try state.applying(rows.asInsertion).target
    naive = try naive.applying(rows.asInsertion)
  }

  /// Applies a changeset; an invalid one changes nothing.
  ///
  /// - Returns: What the three ways disagree about, `nil` if they agree.
  package mutating func apply(_ changeset: Changeset<String, String>) -> String? {
    let before = naive
    do throws(Disagreement) {
      if let target = try verdict(changeset) { try take(changeset, target) }
      return nil
    } catch {
      return "\(error.what)\n\(before.rows.logLine)\n\(changeset.logLine)"
    }
  }

  private struct Disagreement: Error {
    var what: String
  }

  private func require(
    _ condition: Bool, _ what: @autoclosure () -> String
  ) throws(Disagreement) {
    if !condition { throw Disagreement(what: what()) }
  }

  private func working<Value>(
    _ body: () throws -> Value, _ what: @autoclosure () -> String
  ) throws(Disagreement) -> Value {
    do { return try body() } catch { throw Disagreement(what: "\(what()): \(error)") }
  }

  // MARK: Verdict

  /// - Returns: The naive target, `nil` if both sides refuse the changeset for the same reason.
  private func verdict(
    _ changeset: Changeset<String, String>
  ) throws(Disagreement) -> NaiveList<String, String>? {
    let expected = firstOffence(in: changeset.outline, counts: naive.counts)
    var found: ChangesetError?
    do throws(ChangesetError) {
      _ = try changeset.verified(against: state)
    } catch {
      found = error
      found?.count = nil
    }
    try require(
      found == expected,
      "the verdict is \(Self.describe(found)), the oracle says \(Self.describe(expected))")
    return expected == nil
      ? try working({ try naive.applying(changeset) }, "the oracle contradicts itself") : nil
  }

  private static func describe(_ error: ChangesetError?) -> String {
    error?.description ?? "valid"
  }

  // MARK: Target

  private mutating func take(
    _ changeset: Changeset<String, String>, _ target: NaiveList<String, String>
  ) throws(Disagreement) {
    let source = self
    let change = try working({ try state.applying(changeset) }, "cannot be applied")
    state = change.target
    naive = target
    try compareIdentities()
    try source.compareOperations(changeset, change.proof, target.rows)
    try source.compareIdentityOperations(changeset, change, target)
    try source.comparePaths(change, target)
    try source.compareRemovedItems(changeset, change)
    try source.compareReplacements(changeset, change, target)
    try source.compareInverse(changeset, change, target)
  }

  private func compareIdentities() throws(Disagreement) {
    try require(state.revision == naive.revision, "revision \(state.revision)")
    try require(state.itemCounts == naive.counts, "counts \(state.itemCounts), not \(naive.counts)")
    let sections = state.sectionIDs.map { $0.rawValue }
    try require(sections == naive.sectionIDs, "sections \(sections), not \(naive.sectionIDs)")
    let items = try working(
      { try (0..<state.sectionCount).map { try state.itemIDs(inSection: $0).map { $0.rawValue } } },
      "items cannot be read")
    try require(items == naive.itemIDs, "items \(items), not \(naive.itemIDs)")
    guard checksInvariants else { return }
    let violations = try working({ try state.violations() }, "invariants cannot be checked")
    try require(violations.isEmpty, "broken: \(violations.joined(separator: "; "))")
  }

  private func compareOperations(
    _ changeset: Changeset<String, String>, _ proof: VerifiedOutline,
    _ target: ListRows<String, String>
  ) throws(Disagreement) {
    let verified = try working({ try changeset.verified(against: state) }, "no longer valid")
    let operations = verified.operations
    let rows = try working({ try naive.rows.applying(operations) }, "\(operations)")
    try require(rows == target, "operations \(operations) give \(rows), not \(target)")
    try Self.compareOrder(operations, target)
    var moves = 0
    for case .moveItem in operations { moves += 1 }
    try require(moves <= changeset.outline.movedItems.count, "items move that should not")
    try require(!changeset.isEmpty || operations.isEmpty, "the empty changeset has operations")
  }

  /// Insertions and updates come last, by the indexes of the target.
  private static func compareOrder(
    _ operations: [ListOperation<String, String>], _ target: ListRows<String, String>
  ) throws(Disagreement) {
    var last = 0
    for operation in operations {
      var rank = 0
      switch operation {
      case .insertItems(let section, let start, let models):
        rank = 1
        if !target.sections[section].items.dropFirst(start).starts(with: models) {
          throw Disagreement(what: "\(operation) is not where it stands in the target")
        }
      case .updateItems(let section, let start, let models):
        rank = 2
        if !target.sections[section].items.dropFirst(start).starts(with: models) {
          throw Disagreement(what: "\(operation) is not where it stands in the target")
        }
      case .updateSection(let section, let model):
        rank = 3
        if target.sections[section].model != model {
          throw Disagreement(what: "\(operation) is not where it stands in the target")
        }
      case .removeItems, .removeSections, .insertSections, .moveSection, .moveItem: break
      }
      if rank < last { throw Disagreement(what: "\(operation) comes too late in \(operations)") }
      last = rank
    }
  }

  private func compareIdentityOperations(
    _ changeset: Changeset<String, String>, _ change: ListChange,
    _ target: NaiveList<String, String>
  ) throws(Disagreement) {
    let batch = ChangeBatch(
      source: state, target: change.target,
      verified: VerifiedChangeset(changeset: changeset, proof: change.proof))
    let operations = try working({ try batch.identityOperations() }, "items cannot be read")
    let rows = try working({ try naive.identities.applying(operations) }, "\(operations)")
    try require(
      rows == target.identities, "operations \(operations) give \(rows), not \(target.identities)")
  }

  private func comparePaths(
    _ change: ListChange, _ target: NaiveList<String, String>
  ) throws(Disagreement) {
    var targetPaths: [Int: ItemPath] = [:]
    target.forEachItem { targetPaths[$1] = $0 }
    var failure: String?
    naive.forEachItem { path, id in
      let found = change.proof.targetPath(forSource: path)
      if found != targetPaths[id] { failure = "\(path) goes to \(String(describing: found))" }
      if let found, change.proof.sourcePath(forTarget: found) != path {
        failure = "\(found) does not come from \(path)"
      }
      if found == nil, !change.identities.removedItems.contains(where: { $0.sourcePath == path }) {
        failure = "the identity of \(path) is not among the removed ones"
      }
    }
    try require(failure == nil, failure ?? "")
    let inserted = change.identities.insertedItems.map { $0.rawValue }
    let expected = change.proof.outline.insertedItems.map {
      target.sections[$0.section].items[$0.item].id
    }
    try require(inserted == expected, "inserted \(inserted), not \(expected)")
  }

  private func compareRemovedItems(
    _ changeset: Changeset<String, String>, _ change: ListChange
  ) throws(Disagreement) {
    let verified = VerifiedChangeset(changeset: changeset, proof: change.proof)
    let batch = ChangeBatch(source: state, target: change.target, verified: verified)
    let removed = try working({ try batch.removedItemIDs() }, "removed items cannot be read")
    let expected = change.identities.removedItems.map { $0.id }
    try require(removed == expected, "removed \(removed), not \(expected)")
  }

  private func compareReplacements(
    _ changeset: Changeset<String, String>, _ change: ListChange,
    _ target: NaiveList<String, String>
  ) throws(Disagreement) {
    let verified = VerifiedChangeset(changeset: changeset, proof: change.proof)
    let batch = ChangeBatch(source: state, target: change.target, verified: verified)
    let replacements = batch.offsetReplacements
    let (source, target) = (naive.itemIDs.flatMap { $0 }, target.itemIDs.flatMap { $0 })
    var row = source
    var stayingCount = source.count
    for replacement in replacements.reversed() {
      row.replaceSubrange(
        replacement.sourceOffsets, with: target[replacement.targetOffsets])
      stayingCount -= replacement.sourceOffsets.count
    }
    try require(row == target, "replacements \(replacements) give \(row), not \(target)")
    let haveDistance = zip(replacements, replacements.dropFirst()).allSatisfy {
      $0.sourceOffsets.upperBound < $1.sourceOffsets.lowerBound
        && $0.targetOffsets.upperBound < $1.targetOffsets.lowerBound
    }
    let areEmpty = replacements.contains { $0.sourceOffsets.isEmpty && $0.targetOffsets.isEmpty }
    try require(haveDistance && !areEmpty, "replacements \(replacements) touch or do nothing")
    let offsets = Dictionary(uniqueKeysWithValues: zip(source, source.indices))
    let longest = longestIncreasingSubsequence(of: target.compactMap { offsets[$0] }).count
    try require(stayingCount == longest, "\(stayingCount) items stay where \(longest) could")
  }

  private func compareInverse(
    _ changeset: Changeset<String, String>, _ change: ListChange,
    _ target: NaiveList<String, String>
  ) throws(Disagreement) {
    var reverted = self
    reverted.state = try working({ try change.target.reverting(change.record) }, "no way back")
    try reverted.compareIdentities()
    let inverse = try working(
      { try changeset.inverted(replaced: naive.replacedModels(by: changeset.outline)) },
      "not invertible")
    let rows = try working({ try target.applying(inverse).rows }, "inverse \(inverse.logLine)")
    try require(rows == naive.rows, "the inverse \(inverse.logLine) gives \(rows)")
  }
}

extension NaiveList {
  /// Visits all items with their identities.
  package func forEachItem(_ visit: (ItemPath, Int) -> Void) {
    for (section, row) in sections.enumerated() {
      for (item, entry) in row.items.enumerated() {
        visit(ItemPath(section: section, item: item), entry.id)
      }
    }
  }

  /// The rows with identities in place of models.
  fileprivate var identities: ListRows<ItemID, SectionID> {
    ListRows(
      zip(sectionIDs, itemIDs).map { section, items in
        .init(model: SectionID(rawValue: section), items: items.map(ItemID.init(rawValue:)))
      })
  }
}
