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
package enum OutlineOperation: Hashable, Sendable {
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

extension OutlineOperation {
  /// The number of models that the operation has: one for each item and section that it inserts or updates.
  package var modelCount: Int {
    switch self {
    case .insertItems(_, _, let insertions), .insertSections(_, let insertions): insertions.count
    case .updateItems(_, _, let updates): updates.count
    case .updateSection: 1
    case .removeItems, .removeSections, .moveSection, .moveItem: 0
    }
  }

  /// Returns the operation with models, or with anything else that items and sections have one of.
  ///
  /// - Parameters:
  ///   - insertedItems: Returns the models of some of the inserted items, by their indexes in the changeset.
  ///   - updatedItems: Returns those of some of the updated items.
  ///   - insertedSections: Returns those of some of the inserted sections.
  ///   - updatedSection: Returns that of one of the updated sections.
  func operation<Model, SectionModel, Thrown>(
    insertedItems: (Range<Int>) throws(Thrown) -> [Model],
    updatedItems: ([Int]) throws(Thrown) -> [Model],
    insertedSections: (Range<Int>) throws(Thrown) -> [SectionModel?],
    updatedSection: (Int) throws(Thrown) -> SectionModel?
  ) throws(Thrown) -> ListOperation<Model, SectionModel> {
    switch self {
    case .removeItems(let section, let range):
      .removeItems(section: section, start: range.lowerBound, count: range.count)
    case .removeSections(let range):
      .removeSections(start: range.lowerBound, count: range.count)
    case .insertSections(let start, let insertions):
      .insertSections(start: start, models: try insertedSections(insertions))
    case .moveSection(let from, let to):
      .moveSection(from: from, to: to)
    case .insertItems(let section, let start, let insertions):
      .insertItems(section: section, start: start, models: try insertedItems(insertions))
    case .moveItem(let from, let to):
      .moveItem(from: from, to: to)
    case .updateItems(let section, let start, let updates):
      .updateItems(section: section, start: start, models: try updatedItems(updates))
    case .updateSection(let section, let update):
      .updateSection(section: section, model: try updatedSection(update))
    }
  }
}
