import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import Testing

/// Holds what a renderer holds that goes by batches alone: the outputs that it was given and not told
/// to let go, and the heights that it was told.
struct SlabRenderer {
  private(set) var outputs: [ItemID: ComponentTree<Never>] = [:]
  private(set) var heights: [ItemID: Double] = [:]
  private(set) var state = ListState()

  /// Takes a batch, and holds what it says of heights against what was said before.
  mutating func apply(_ batch: SlabList.Batch, _ comment: Comment? = nil) throws {
    #expect(batch.changes.sourceRevision == state.revision, comment)
    for id in try batch.changes.removedItemIDs() {
      outputs[id] = nil
      heights[id] = nil
    }
    for id in batch.hiddenItems { #expect(outputs.removeValue(forKey: id) != nil, comment) }
    for item in batch.items { outputs[item.id] = item.output }
    for size in batch.sizes {
      let id = try #require(size.tree.item)
      #expect(size.from?.height == heights[id], comment)
      heights[id] = size.to?.height
    }
    state = batch.target.state
    let extents = try #require(batch.extents, comment)
    #expect(extents.state.revision == state.revision, comment)
    try expect(extents, comment)
  }

  /// Everything stands where it stands if what was told is added up.
  func expect(_ extents: ListExtents, _ comment: Comment?) throws {
    var position = 0.0
    try state.forEachItem { path, id in
      #expect(extents.offset(of: path) == position, comment)
      position += heights[id] ?? 10
      return true
    }
    #expect(extents.length == position, comment)
  }

  /// Whoever is shown is as the list is now, and of the size that was told.
  func expectCurrent(_ list: SlabList, _ comment: Comment? = nil) throws {
    let models = Dictionary(uniqueKeysWithValues: try list.snapshot.identifiedModels)
    for (id, output) in outputs {
      #expect(output.slabText == models[id], comment)
      #expect(output.layout?.size.height == heights[id], comment)
    }
  }
}
