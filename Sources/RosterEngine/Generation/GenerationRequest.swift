internal import RosterCore

/// One output to make.
struct GenerationRequest<Model: Sendable>: Sendable {
  var model: Model
  var context: GenerationContext
  /// Whether the item is inserted by the change, so that nothing can be known of it.
  var isNew = false

  var id: ItemID { context.id }
  var targetPath: ItemPath { context.targetPath }
}

extension [ItemID] {
  /// Requests for these items, with their paths and models.
  func requests<Model>(
    at paths: [ItemPath], models: [Model], areNew: Bool = false
  ) -> [GenerationRequest<Model>] {
    indices.map { index in
      GenerationRequest(
        model: models[index],
        context: GenerationContext(id: self[index], targetPath: paths[index]), isNew: areNew)
    }
  }
}

extension Changeset {
  /// The items that something is generated for: inserted and updated ones that live on, ascending by
  /// path.
  ///
  /// - Parameters:
  ///   - proof: That the changeset is valid.
  ///   - identities: Whom it touches.
  func generationRequests(
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
}
