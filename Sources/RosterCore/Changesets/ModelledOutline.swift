/// An outline and, for each place in it that gets a model, the number of that model in a pool.
///
/// Changesets are composed in this form: it is not generic, and no model is touched before the
/// result is known.
struct ModelledOutline {
  private(set) var items = PlacedChanges<ItemPath>()
  private(set) var sections = PlacedChanges<Int>()

  /// Makes the outline of a changeset whose models begin at certain numbers of the pools: first
  /// those of its updates, then those of its insertions.
  init(_ outline: ChangesetOutline, firstItemModel: Int, firstSectionModel: Int) {
    let firstInsertedItem = firstItemModel + outline.updatedItems.count
    let firstInsertedSection = firstSectionModel + outline.updatedSections.count
    self.init(
      outline, updatedItemModels: firstItemModel..<firstInsertedItem,
      insertedItemModels: firstInsertedItem..<firstInsertedItem + outline.insertedItems.count,
      updatedSectionModels: firstSectionModel..<firstInsertedSection,
      insertedSectionModels: firstInsertedSection..<firstInsertedSection
        + outline.insertedSections.count)
  }

  /// Makes an outline whose models have certain numbers, each row in the order of its part.
  init(
    _ outline: ChangesetOutline, updatedItemModels: some Sequence<Int>,
    insertedItemModels: some Sequence<Int>, updatedSectionModels: some Sequence<Int>,
    insertedSectionModels: some Sequence<Int>
  ) {
    items.updated = zip(outline.updatedItems, updatedItemModels).map {
      .init(place: $0, model: $1)
    }
    items.inserted = zip(outline.insertedItems, insertedItemModels).map {
      .init(place: $0, model: $1)
    }
    items.removed = outline.removedItems
    items.moved = outline.movedItems.map { .init(source: $0.source, target: $0.target) }

    sections.updated = zip(outline.updatedSections, updatedSectionModels).map {
      .init(place: $0, model: $1)
    }
    sections.inserted = zip(outline.insertedSections, insertedSectionModels).map {
      .init(place: $0, model: $1)
    }
    sections.removed = outline.removedSections
    sections.moved = outline.movedSections.map { .init(source: $0.source, target: $0.target) }
  }

  private init(items: PlacedChanges<ItemPath>, sections: PlacedChanges<Int>) {
    self.items = items
    self.sections = sections
  }

  /// The outline alone.
  var outline: ChangesetOutline {
    var outline = ChangesetOutline()
    outline.updatedItems = items.updated.map(\.place)
    outline.removedItems = items.removed
    outline.movedItems = items.moved.map { ItemMove(source: $0.source, target: $0.target) }
    outline.insertedItems = items.inserted.map(\.place)
    outline.updatedSections = sections.updated.map(\.place)
    outline.removedSections = sections.removed
    outline.movedSections = sections.moved.map { SectionMove(source: $0.source, target: $0.target) }
    outline.insertedSections = sections.inserted.map(\.place)
    return outline
  }

  /// This outline and then the next one, as one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes in both together.
  func composed(with next: ModelledOutline) -> ModelledOutline {
    let first = PlacedWays(items, sections)
    let second = PlacedWays(next.items, next.sections)
    let ways = ItemWays(first: first, second: second)
    var composedItems = items.composed(with: next.items, ways)
    if sections.isEmpty, next.sections.isEmpty {
      return ModelledOutline(items: composedItems, sections: sections)
    }
    let composedSections = sections.composed(
      with: next.sections, SectionWays(first: first, second: second))
    // An item that goes with its section need not be named.
    composedItems.removed.removeAll {
      first.targetSection($0.section).flatMap(second.targetSection) == nil
    }
    return ModelledOutline(items: composedItems, sections: composedSections)
  }

  /// A run of outlines as one, composed in pairs.
  static func composing(_ run: ArraySlice<ModelledOutline>) -> ModelledOutline? {
    guard run.count > 1 else { return run.first }
    let middle = run.startIndex + run.count / 2
    guard let first = composing(run[..<middle]), let second = composing(run[middle...]) else {
      return nil
    }
    return first.composed(with: second)
  }
}

private struct ItemWays: CompositionWays {
  let first: PlacedWays
  let second: PlacedWays

  func middle(_ source: ItemPath) -> ItemPath? { first.target(source) }
  func source(_ middle: ItemPath) -> ItemPath? { first.source(middle) }
  func target(_ middle: ItemPath) -> ItemPath? { second.target(middle) }
}

private struct SectionWays: CompositionWays {
  let first: PlacedWays
  let second: PlacedWays

  func middle(_ source: Int) -> Int? { first.targetSection(source) }
  func source(_ middle: Int) -> Int? { first.sourceSection(middle) }
  func target(_ middle: Int) -> Int? { second.targetSection(middle) }
}
