import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import Testing

/// The state of a renderer that knows only batches: the outputs that it received and was not told
/// to release, and the reported heights.
struct SlabRenderer {
  private(set) var outputs: [ItemID: ComponentTree<Never>] = [:]
  private(set) var heights: [ItemID: Double] = [:]
  private(set) var state = ListState()

  /// Applies a batch, and checks its heights against those reported before.
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

  /// Checks that the reported heights add up to the places of everything.
  func expect(_ extents: ListExtents, _ comment: Comment?) throws {
    var position = 0.0
    try state.forEachItem { path, id in
      #expect(extents.offset(of: path) == position, comment)
      position += heights[id] ?? 10
      return true
    }
    #expect(extents.length == position, comment)
  }

  /// Checks that every shown item is current and has the reported size.
  func expectCurrent(_ list: SlabList, _ comment: Comment? = nil) throws {
    let models = Dictionary(uniqueKeysWithValues: try list.snapshot.identifiedModels)
    for (id, output) in outputs {
      #expect(output.slabText == models[id], comment)
      #expect(output.layout?.size.height == heights[id], comment)
    }
  }
}
