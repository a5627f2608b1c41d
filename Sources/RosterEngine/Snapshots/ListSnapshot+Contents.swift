public import RosterCore

extension ListSnapshot {
  /// All models, in order; each is read once.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(*n*), a row for each model that is not cached, and memory for all of them.
  public func contents() throws(StorageError) -> ListContents<Model, SectionModel> {
    var sections: [ListContents<Model, SectionModel>.Section] = []
    for (index, model) in try sectionModels().enumerated() {
      sections.append(.init(model: model, items: try models(inSection: index)))
    }
    return ListContents(sections)
  }
}
