/// One edit of a list. It uses the indexes of the list as the edit before has left it.
///
/// For renderers that take one edit at a time: a DOM, GtkListModel, QAbstractItemModel, an array.
public enum ListOperation<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// Remove `count` items of a section from `start` on.
  case removeItems(section: Int, start: Int, count: Int)
  /// Remove `count` sections from `start` on, with the items that are still in them.
  case removeSections(start: Int, count: Int)
  /// Insert empty sections, the first at `start`.
  case insertSections(start: Int, models: [SectionModel?])
  /// Take a section out and put it in again so that it then stands at `to`.
  case moveSection(from: Int, to: Int)
  /// Insert items, the first at `start`.
  case insertItems(section: Int, start: Int, models: [Model])
  /// Take an item out and put it in again so that it then stands at `to`.
  case moveItem(from: ItemPath, to: ItemPath)
  /// Give a run of items new models.
  case updateItems(section: Int, start: Int, models: [Model])
  /// Give a section a new model.
  case updateSection(section: Int, model: SectionModel?)
}

extension ListOperation: Equatable where Model: Equatable, SectionModel: Equatable {}

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
