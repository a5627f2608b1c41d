internal import RosterCore

/// One output of an item to make.
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
