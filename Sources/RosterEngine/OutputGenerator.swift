public import RosterCore

/// What a generator is told beside the model.
public struct GenerationContext: Sendable {
  /// The item that the output is for.
  public let id: ItemID
  /// Where the item stands in the target of its batch.
  public let targetPath: ItemPath
}

/// Makes outputs, in the order of the items.
struct OutputGenerator<Model: Sendable, Output: Sendable>: Sendable {
  /// One output to make.
  struct Request: Sendable {
    var model: Model
    var context: GenerationContext
  }

  /// `nil` if nothing is to be generated.
  let generate: (@Sendable (Model, GenerationContext) -> Output)?

  func outputs(for requests: some Collection<Request>) -> [GeneratedItem<Output>] {
    guard let generate else { return [] }
    return requests.map { request in
      GeneratedItem(
        id: request.context.id, targetPath: request.context.targetPath,
        output: generate(request.model, request.context))
    }
  }

  /// The items of a change that something is generated for: inserted and updated ones, ascending by
  /// path; none if nothing is generated.
  func requests<SectionModel>(
    for changeset: Changeset<Model, SectionModel>, proof: VerifiedOutline,
    identities: ChangeIdentities
  ) -> [Request] {
    guard generate != nil else { return [] }
    var requests: [Request] = []
    for (index, path) in changeset.outline.insertedItems.enumerated() {
      let context = GenerationContext(id: identities.insertedItems[index], targetPath: path)
      requests.append(Request(model: changeset.insertedModels[index], context: context))
    }
    guard !changeset.outline.updatedItems.isEmpty else { return requests }
    for (index, source) in changeset.outline.updatedItems.enumerated() {
      guard let path = proof.targetPath(forSource: source) else { continue }
      let context = GenerationContext(id: identities.updatedItems[index], targetPath: path)
      requests.append(Request(model: changeset.updatedModels[index], context: context))
    }
    return requests.sorted { $0.context.targetPath < $1.context.targetPath }
  }
}
