package import RosterCore

/// The models that a change brings, and from which outputs are generated.
package struct ChangedModels<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The inserted items, and the updated ones that still exist, ascending by path.
  package var items: [GenerationRequest<Model>]
  /// The inserted sections, and the updated ones that still exist, ascending by index.
  package var sections: [PlacedSection<SectionModel>]
}

/// A section that a change inserts or updates.
package struct PlacedSection<SectionModel: Sendable>: Sendable {
  package var id: SectionID
  /// Where it stands after the change.
  package var index: Int
  /// The new model; a section without one has neither header nor footer.
  package var model: SectionModel?
  package var isNew: Bool
}

extension Changeset {
  /// Returns the models from which outputs are generated.
  ///
  /// - Parameters:
  ///   - proof: The proof that the changeset is valid.
  ///   - identities: The identities that it touches.
  func changedModels(
    _ proof: VerifiedOutline, _ identities: ChangeIdentities
  ) -> ChangedModels<Model, SectionModel> {
    ChangedModels(
      items: generationRequests(proof, identities), sections: placedSections(proof, identities))
  }

  private func generationRequests(
    _ proof: VerifiedOutline, _ identities: ChangeIdentities
  ) -> [GenerationRequest<Model>] {
    var requests = identities.insertedItems.requests(
      at: outline.insertedItems, models: insertedModels, areNew: true)
    guard !updatedItems.isEmpty else { return requests }
    for (id, update) in zip(identities.updatedItems, updatedItems) {
      guard let path = proof.targetPath(forSource: update.path) else { continue }
      let context = GenerationContext(id: id, targetPath: path)
      requests.append(GenerationRequest(model: update.model, context: context))
    }
    return requests.sorted { $0.targetPath < $1.targetPath }
  }

  private func placedSections(
    _ proof: VerifiedOutline, _ identities: ChangeIdentities
  ) -> [PlacedSection<SectionModel>] {
    var sections = zip(identities.insertedSections, insertedSections).map { id, insertion in
      PlacedSection(id: id, index: insertion.index, model: insertion.model, isNew: true)
    }
    guard !updatedSections.isEmpty else { return sections }
    for (id, update) in zip(identities.updatedSections, updatedSections) {
      guard let index = proof.targetSection(forSource: update.index) else { continue }
      sections.append(PlacedSection(id: id, index: index, model: update.model, isNew: false))
    }
    return sections.sorted { $0.index < $1.index }
  }
}
