public import RosterCore

/// What a generator receives beside the model.
public struct GenerationContext: Sendable {
  /// The item that the output is for.
  public let id: ItemID
  /// Where the item stands in the target of its batch, or in the snapshot that was read.
  public let targetPath: ItemPath
}
