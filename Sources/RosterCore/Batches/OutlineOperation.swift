/// An operation without models. It says where in a changeset its models are.
enum OutlineOperation: Hashable {
  case removeItems(section: Int, Range<Int>)
  case removeSections(Range<Int>)
  /// `insertions` are indexes of `insertedSections`.
  case insertSections(start: Int, insertions: Range<Int>)
  case moveSection(from: Int, to: Int)
  /// `insertions` are indexes of `insertedItems`.
  case insertItems(section: Int, start: Int, insertions: Range<Int>)
  case moveItem(from: ItemPath, to: ItemPath)
  /// `updates` are indexes of `updatedItems`.
  case updateItems(section: Int, start: Int, updates: [Int])
  /// `update` is an index of `updatedSections`.
  case updateSection(section: Int, update: Int)
}
