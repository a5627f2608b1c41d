extension Changeset {
  /// Makes a changeset of an outline and the models of its parts, each row in the order of the part.
  ///
  /// - Returns: `nil` if the number of models does not match the number of places in a part.
  package init?(
    validating outline: ChangesetOutline, updatedModels: [Model], insertedModels: [Model],
    updatedSectionModels: [SectionModel?], insertedSectionModels: [SectionModel?]
  ) {
    guard outline.updatedItems.count == updatedModels.count,
      outline.insertedItems.count == insertedModels.count,
      outline.updatedSections.count == updatedSectionModels.count,
      outline.insertedSections.count == insertedSectionModels.count
    else { return nil }
    self.init(
      outline: outline, updatedModels: updatedModels, insertedModels: insertedModels,
      updatedSectionModels: updatedSectionModels, insertedSectionModels: insertedSectionModels)
  }

  /// Makes a changeset whose models are those of another one, by their positions in its parts.
  package init(_ positions: Changeset<Int, Int>, of original: Changeset) {
    self.init(
      outline: positions.outline,
      updatedModels: original.updatedModels.elements(at: positions.updatedModels),
      insertedModels: original.insertedModels.elements(at: positions.insertedModels),
      updatedSectionModels: original.updatedSectionModels.elements(
        at: positions.updatedSectionModels.compactMap { $0 }),
      insertedSectionModels: original.insertedSectionModels.elements(
        at: positions.insertedSectionModels.compactMap { $0 }))
  }
}

extension Array {
  fileprivate func elements(at positions: [Int]) -> [Element] {
    positions.isEmpty ? [] : positions.map { self[$0] }
  }
}
