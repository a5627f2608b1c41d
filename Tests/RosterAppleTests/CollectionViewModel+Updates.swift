import RosterApple
import RosterCore
import RosterToolkitModels

extension CollectionViewModel {
  /// Tells the view of updates, as a shell does.
  ///
  /// - Parameter swap: Gives the data source what the view shows then.
  func perform(_ updates: ViewUpdates, _ swap: () -> Void) {
    performBatchUpdates {
      swap()
      for section in updates.deletedSections { deleteSection(section) }
      for section in updates.insertedSections { insertSection(section) }
      for path in updates.deletedItems { deleteItem(path) }
      for path in updates.insertedItems { insertItem(path) }
      for move in updates.movedItems { moveItem(move.source, to: move.target) }
    }
    for path in updates.updatedItems { showAgain(path) }
  }
}
