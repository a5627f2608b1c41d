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
}
