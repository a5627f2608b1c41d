public import RosterCore

/// What a generator receives beside the model.
public struct GenerationContext: Sendable {
  /// The item that the output is for.
  public let id: ItemID
  /// Where the item stands in the target of its batch, or in the snapshot that was read.
  public let targetPath: ItemPath
}

/// What a closure for headers or footers receives beside the model of the section.
public struct SectionContext: Sendable {
  /// The section.
  public let id: SectionID
  /// Where the section stands in the target of the batch, or in the snapshot that was read. A
  /// header is not built again when its section moves.
  public let targetSection: Int
}

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
