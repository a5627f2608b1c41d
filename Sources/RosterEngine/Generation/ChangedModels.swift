internal import RosterCore

/// The models that a change brings, and from which outputs are generated.
struct ChangedModels<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The inserted items, and the updated ones that still exist, ascending by path.
  var items: [GenerationRequest<Model>]
  /// The inserted sections, and the updated ones that still exist, ascending by index.
  var sections: [PlacedSection<SectionModel>]
}

/// A section that a change inserts or updates.
struct PlacedSection<SectionModel: Sendable>: Sendable {
  var id: SectionID
  /// Where it stands after the change.
  var index: Int
  /// The new model; a section without one has neither header nor footer.
  var model: SectionModel?
  var isNew: Bool
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
    guard !outline.updatedItems.isEmpty else { return requests }
    for (index, source) in outline.updatedItems.enumerated() {
      guard let path = proof.targetPath(forSource: source) else { continue }
      let context = GenerationContext(id: identities.updatedItems[index], targetPath: path)
      requests.append(GenerationRequest(model: updatedModels[index], context: context))
    }
    return requests.sorted { $0.targetPath < $1.targetPath }
  }

  private func placedSections(
    _ proof: VerifiedOutline, _ identities: ChangeIdentities
  ) -> [PlacedSection<SectionModel>] {
    var sections = identities.insertedSections.indices.map { place in
      PlacedSection(
        id: identities.insertedSections[place], index: outline.insertedSections[place],
        model: insertedSectionModels[place], isNew: true)
    }
    guard !outline.updatedSections.isEmpty else { return sections }
    for (place, source) in outline.updatedSections.enumerated() {
      guard let index = proof.targetSection(forSource: source) else { continue }
      sections.append(
        PlacedSection(
          id: identities.updatedSections[place], index: index,
          model: updatedSectionModels[place], isNew: false))
    }
    return sections.sorted { $0.index < $1.index }
  }
}
