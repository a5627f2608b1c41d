extension Changeset where Model: Equatable, SectionModel: Equatable {
  /// Returns the changeset that turns one list into another.
  ///
  /// Sections are recognised by their ids, and items by their keys, even in another section. An
  /// item or section that is in both lists with another model is updated. Of the items that keep
  /// their section, a longest run in unchanged order stays in place, and the other items move:
  ///
  ///     source  a b c d      with letters as keys, the case as content
  ///     target  d a B c x    move [0, 3] to [0, 0], update [0, 1] to B, insert x at [0, 4]
  ///
  /// The same holds for sections. An item of a removed section is moved if it is in the target;
  /// otherwise it is removed with its section and is not named.
  ///
  /// - Parameters:
  ///   - source: The list before.
  ///   - target: The list after.
  ///   - key: Returns the key that an item is recognised by. It is called once for every item.
  /// - Throws: `duplicateIdentifier` if a section id or an item key occurs twice in one of the
  ///   lists.
  /// - Complexity: O(*n* + *m* log *l*) for *n* items and sections, if ids and keys hash well,
  ///   where *m* of them are in both lists in another order with a longest increasing subsequence
  ///   of *l*.
  @inlinable
  package static func difference<SectionID: Hashable, Key: Hashable>(
    from source: [IdentifiedSection<SectionID, Model, SectionModel>],
    to target: [IdentifiedSection<SectionID, Model, SectionModel>],
    key: (Model) -> Key
  ) throws(DifferenceError) -> Changeset {
    var difference = try OutlineDifference(
      sections: KeyRows(source.map(\.id), target.map(\.id)),
      items: KeyRows(
        source.flatMap { $0.items.map(key) }, target.flatMap { $0.items.map(key) }),
      sourceCounts: source.map(\.items.count), targetCounts: target.map(\.items.count))
    difference.compareSections { source[$0].model != target[$1].model }
    difference.compareItems {
      source[$0.section].items[$0.item] != target[$1.section].items[$1.item]
    }
    return Changeset(
      difference, item: { target[$0.section].items[$0.item] }, section: { target[$0].model })
  }

  /// Returns the changeset that turns one list of identifiable items into another.
  ///
  /// See ``difference(from:to:key:)``.
  ///
  /// - Throws: `duplicateIdentifier` if a section id or an item id occurs twice in one of the
  ///   lists.
  @inlinable
  package static func difference<SectionID: Hashable>(
    from source: [IdentifiedSection<SectionID, Model, SectionModel>],
    to target: [IdentifiedSection<SectionID, Model, SectionModel>]
  ) throws(DifferenceError) -> Changeset where Model: Identifiable {
    try difference(from: source, to: target, key: { $0.id })
  }

  /// Makes the changeset of a difference.
  ///
  /// - Parameters:
  ///   - item: The model at a target path.
  ///   - section: The section model of a target section.
  @usableFromInline
  init(
    _ difference: OutlineDifference, item: (ItemPath) -> Model, section: (Int) -> SectionModel?
  ) {
    self.init()
    outline = difference.outline
    updatedModels = difference.updatedTargetPaths.map(item)
    insertedModels = outline.insertedItems.map(item)
    updatedSectionModels = difference.updatedTargetSections.map(section)
    insertedSectionModels = outline.insertedSections.map(section)
  }
}
