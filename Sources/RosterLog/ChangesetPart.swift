/// The parts of a changeset in the log, by their keys, in the order in which they are written.
enum ChangesetPart: String, CaseIterable {
  case updatedItems, removedItems, movedItems, insertedItems
  case updatedSections, removedSections, movedSections, insertedSections
}
