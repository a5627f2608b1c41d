internal import RosterCore

/// A request for the output of one item.
struct GenerationRequest<Model: Sendable>: Sendable {
  var model: Model
  var context: GenerationContext
  /// Whether the change inserts the item, so that no earlier output or state exists.
  var isNew = false

  var id: ItemID { context.id }
  var targetPath: ItemPath { context.targetPath }
}

extension [ItemID] {
  /// Returns requests for these items, with their paths and models.
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
