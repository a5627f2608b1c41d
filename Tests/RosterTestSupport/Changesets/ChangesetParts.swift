package import RosterCore

/// The parts of a changeset as loose rows that a generator adds to and a mutation spoils.
package struct ChangesetParts: Sendable {
  package var updatedItems: [ItemPath] = []
  package var removedItems: [ItemPath] = []
  package var movedItems: [ItemMove] = []
  package var insertedItems: [ItemPath] = []
  package var updatedSections: [Int] = []
  package var removedSections: [Int] = []
  package var movedSections: [SectionMove] = []
  package var insertedSections: [Int] = []

  package init() {}

  package init(_ outline: ChangesetOutline) {
    updatedItems = outline.updatedItems
    removedItems = outline.removedItems
    movedItems = outline.movedItems
    insertedItems = outline.insertedItems
    updatedSections = outline.updatedSections
    removedSections = outline.removedSections
    movedSections = outline.movedSections
    insertedSections = outline.insertedSections
  }

  /// The changeset, in which every model is a text of its own.
  ///
  /// - Parameter prefix: What the models begin with, so that those of two changesets differ.
  package func changeset(models prefix: String = "") -> Changeset<String, String> {
    Changeset {
      for path in updatedItems { $0.updateItem(at: path, "\(prefix)u\(path.section).\(path.item)") }
      for path in removedItems { $0.removeItem(at: path) }
      for move in movedItems { $0.moveItem(from: move.source, to: move.target) }
      for path in insertedItems {
        $0.insertItem("\(prefix)i\(path.section).\(path.item)", at: path)
      }
      for index in updatedSections {
        $0.updateSection(at: index, index % 3 == 2 ? nil : "\(prefix)U\(index)")
      }
      for index in removedSections { $0.removeSection(at: index) }
      for move in movedSections { $0.moveSection(from: move.source, to: move.target) }
      for index in insertedSections {
        $0.insertSection(at: index, index % 3 == 2 ? nil : "\(prefix)I\(index)")
      }
    }
  }
}
