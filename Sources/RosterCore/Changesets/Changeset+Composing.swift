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
    Self.composing([self, next])
  }

  /// The one changeset that does what all changesets of a run do, one after the other; the empty
  /// one for an empty run, and a single one as it is.
  ///
  /// Neighbours are composed in pairs, then the results, so that no change is looked at more than
  /// O(log *r*) times. Meanwhile only places are held beside the run itself; models are picked out
  /// of it once the result is known.
  ///
  /// - Parameter run: Changesets of which each is valid after the one before.
  /// - Complexity: O(*k* log *k* log *r*) for *k* changes in *r* changesets.
  public static func composing(_ run: some Collection<Changeset>) -> Changeset {
    let run = run.filter { !$0.isEmpty }
    guard run.count > 1 else { return run.first ?? Changeset() }
    var itemModels: [Model] = []
    var sectionModels: [SectionModel?] = []
    var outlines: [ModelledOutline] = []
    outlines.reserveCapacity(run.count)
    for changeset in run {
      outlines.append(
        ModelledOutline(
          changeset.outline, firstItemModel: itemModels.count,
          firstSectionModel: sectionModels.count))
      itemModels.append(contentsOf: changeset.updatedModels)
      itemModels.append(contentsOf: changeset.insertedModels)
      sectionModels.append(contentsOf: changeset.updatedSectionModels)
      sectionModels.append(contentsOf: changeset.insertedSectionModels)
    }
    guard let composed = ModelledOutline.composing(outlines[...]) else { return Changeset() }
    var result = Changeset()
    result.outline = composed.outline
    result.updatedModels = composed.items.updated.map { itemModels[$0.model] }
    result.insertedModels = composed.items.inserted.map { itemModels[$0.model] }
    result.updatedSectionModels = composed.sections.updated.map { sectionModels[$0.model] }
    result.insertedSectionModels = composed.sections.inserted.map { sectionModels[$0.model] }
    return result
  }
}
