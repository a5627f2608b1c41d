public import RosterCore

/// What a generator receives beside the model.
public struct GenerationContext: Sendable {
  /// The item that the output is for.
  public let id: ItemID
  /// Where the item stands in the target of its batch, or in the snapshot that was read.
  public let targetPath: ItemPath

  package init(id: ItemID, targetPath: ItemPath) {
    self.id = id
    self.targetPath = targetPath
  }
}

/// A request for the output of one item.
package struct GenerationRequest<Model: Sendable>: Sendable {
  package var model: Model
  var context: GenerationContext
  /// Whether the change inserts the item, so that no earlier output or state exists.
  package var isNew = false

  package var id: ItemID { context.id }
  package var targetPath: ItemPath { context.targetPath }
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
