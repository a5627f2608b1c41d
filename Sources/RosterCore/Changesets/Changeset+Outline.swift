extension Changeset {
  /// Makes a changeset of an outline and the models of its parts, each row in the order of the part.
  ///
  /// - Returns: `nil` if a row of models has another length than its part.
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
}
