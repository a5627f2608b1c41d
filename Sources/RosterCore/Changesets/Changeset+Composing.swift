extension Changeset {
  /// The one changeset that does what this one and then `next` do.
  ///
  /// This changeset leads from a source to a middle, `next` from that middle to a target:
  ///
  ///     source  a b      insert x at [0, 0]
  ///     middle  x a b    update [0, 0] to y, move [0, 2] to [0, 1]
  ///     target  y b a    composed: insert y at [0, 0], move [0, 1] to [0, 1]
  ///
  /// What is inserted and removed again leaves no trace. An item that came into a section which is
  /// then removed is removed where it stood in the source; what is absorbed by the removal of its
  /// own section is left out.
  ///
  /// - Parameter next: A changeset that is valid after this one. If one of the two is invalid, so
  ///   may be the result.
  /// - Complexity: O(*k* log *k*) for *k* changes in both together.
  public func composed(with next: Changeset) -> Changeset {
    if isEmpty { return next }
    if next.isEmpty { return self }
    return ChangesetComposition(self, next).composed
  }

  /// The one changeset that does what all changesets of a run do, one after the other; the empty
  /// one for an empty run.
  ///
  /// Neighbours are composed in pairs, then the results, so that no change is looked at more than
  /// O(log *r*) times, and what is held meanwhile is no more than the parts of the result.
  ///
  /// - Parameter run: Changesets of which each is valid after the one before.
  /// - Complexity: O(*k* log *k* log *r*) for *k* changes in *r* changesets.
  public static func composing(_ run: some RandomAccessCollection<Changeset>) -> Changeset {
    guard run.count > 1 else { return run.first ?? Changeset() }
    let half = run.count / 2
    return composing(run.prefix(half)).composed(with: composing(run.dropFirst(half)))
  }
}

/// One composition: the sections first, since they say which items go without being named.
private struct ChangesetComposition<Model: Sendable, SectionModel: Sendable> {
  private typealias Items = PlacedChanges<ItemPath, Model>
  private typealias Sections = PlacedChanges<Int, SectionModel?>

  private let first: PathTransform
  private let second: PathTransform
  private var builder = Changeset<Model, SectionModel>.Builder()

  init(_ first: Changeset<Model, SectionModel>, _ second: Changeset<Model, SectionModel>) {
    self.first = PathTransform(first.outline)
    self.second = PathTransform(second.outline)
    addSections(first.placedSections, second.placedSections)
    addItems(first.placedItems, second.placedItems)
  }

  var composed: Changeset<Model, SectionModel> { builder.changeset() }

  private mutating func addSections(_ changes: Sections, _ next: Sections) {
    let all = changes.composed(
      with: next, source: first.sourceSection(forTarget:), target: second.targetSection(forSource:),
      middle: first.targetSection(forSource:))
    for entry in all.updated { builder.updateSection(at: entry.place, entry.model) }
    for section in all.removed { builder.removeSection(at: section) }
    for move in all.moved { builder.moveSection(from: move.source, to: move.target) }
    for entry in all.inserted { builder.insertSection(at: entry.place, entry.model) }
  }

  private mutating func addItems(_ changes: Items, _ next: Items) {
    let all = changes.composed(
      with: next, source: first.sourcePath(forTarget:), target: second.targetPath(forSource:),
      middle: first.targetPath(forSource:))
    for entry in all.updated { builder.updateItem(at: entry.place, entry.model) }
    for path in all.removed where !isRemoved(section: path.section) {
      builder.removeItem(at: path)
    }
    for move in all.moved { builder.moveItem(from: move.source, to: move.target) }
    for entry in all.inserted { builder.insertItem(entry.model, at: entry.place) }
  }

  /// Whether a section of the source is gone in the target.
  private func isRemoved(section: Int) -> Bool {
    first.targetSection(forSource: section).flatMap(second.targetSection(forSource:)) == nil
  }
}

extension Changeset {
  fileprivate var placedItems: PlacedChanges<ItemPath, Model> {
    PlacedChanges(
      updated: zip(outline.updatedItems, updatedModels).map(PlacedChanges.Entry.init),
      removed: outline.removedItems,
      moved: outline.movedItems.map { PlacedChanges.Move(source: $0.source, target: $0.target) },
      inserted: zip(outline.insertedItems, insertedModels).map(PlacedChanges.Entry.init))
  }

  fileprivate var placedSections: PlacedChanges<Int, SectionModel?> {
    PlacedChanges(
      updated: zip(outline.updatedSections, updatedSectionModels).map(PlacedChanges.Entry.init),
      removed: outline.removedSections,
      moved: outline.movedSections.map { PlacedChanges.Move(source: $0.source, target: $0.target) },
      inserted: zip(outline.insertedSections, insertedSectionModels).map(PlacedChanges.Entry.init))
  }
}
