extension Changeset {
  /// Returns the changeset that undoes this one: it leads from the target back to the source, with
  /// the models from before.
  ///
  /// Source and target space change places:
  ///
  ///     source   a b c      update [0, 2] to c2, remove [0, 0], insert x at [0, 1]
  ///     target   b x c2     undone by: update [0, 2] to c, insert a at [0, 0], remove [0, 1]
  ///
  /// A list that applies only this changeset gives new identities to the items and sections that
  /// come back. To bring back their identities too, apply ``ChangeRecord/inverse``.
  ///
  /// - Parameter replaced: The models that the changeset replaced or removed. If it leaves out an
  ///   item that was removed with its section, the result does not bring that item back, and may be
  ///   invalid.
  /// - Throws: The first missing model of an item or section that the changeset names, by ascending
  ///   place, sections first.
  /// - Complexity: O(*k* log *k*) for *k* changes and replaced models together.
  package func inverted(
    replaced: ReplacedModels<Model, SectionModel>
  ) throws(ReplacedModels<Model, SectionModel>.MissingModel) -> Changeset {
    try requireModels(in: replaced)
    let transform = PathTransform(outline)
    var inverse = Builder()
    for (source, model) in replaced.sections {
      if let target = transform.targetSection(forSource: source) {
        inverse.updateSection(at: target, model)
      } else {
        inverse.insertSection(at: source, model)
      }
    }
    for move in outline.movedSections { inverse.moveSection(from: move.target, to: move.source) }
    for section in outline.insertedSections { inverse.removeSection(at: section) }

    for (source, model) in replaced.items {
      if let target = transform.targetPath(forSource: source) {
        inverse.updateItem(at: target, model)
      } else {
        inverse.insertItem(model, at: source)
      }
    }
    for move in outline.movedItems { inverse.moveItem(from: move.target, to: move.source) }
    let goingSections = Set(outline.insertedSections)
    for path in outline.insertedItems where !goingSections.contains(path.section) {
      inverse.removeItem(at: path)
    }
    return inverse.changeset()
  }

  private func requireModels(
    in replaced: ReplacedModels<Model, SectionModel>
  ) throws(ReplacedModels<Model, SectionModel>.MissingModel) {
    for section in merge(outline.updatedSections, outline.removedSections)
    where replaced.sections[section] == nil {
      throw .init(section: section)
    }
    for path in merge(outline.updatedItems, outline.removedItems)
    where replaced.items[path] == nil {
      throw .init(section: path.section, item: path.item)
    }
  }
}
