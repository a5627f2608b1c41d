public import RosterCore

/// What a collection or table view is told of a batch, in calls that it does not refuse.
///
///     func path(_ item: ItemPath) -> IndexPath {
///       IndexPath(item: item.item, section: item.section)
///     }
///     let updates = batch.changes.viewUpdates
///     view.performBatchUpdates {
///       shown = batch.target  // what the data source of the view answers from
///       view.deleteSections(IndexSet(updates.deletedSections))
///       view.insertSections(IndexSet(updates.insertedSections))
///       view.deleteItems(at: updates.deletedItems.map(path))
///       view.insertItems(at: updates.insertedItems.map(path))
///       for move in updates.movedItems {
///         view.moveItem(at: path(move.source), to: path(move.target))
///       }
///     }
///     view.reconfigureItems(at: updates.updatedItems.map(path))  // which show their new models
///
/// A changeset has the index spaces of these views, but the views do not take all of it. They throw if an item is moved out
/// of a deleted section or into an inserted one, or if a path is both reloaded and moved, and are damaged if a section is
/// moved while items come and go. So this is what they are told:
///
/// - an item that moves out of a deleted section is inserted;
/// - an item that moves into an inserted section is deleted;
/// - a section that moves is deleted and inserted, with all of its items;
/// - a move without which the order is the same is left out: of two moves that swap two items one is enough;
/// - updates come separately, for cells that are changed in place.
public struct ViewUpdates: Hashable, Sendable {
  /// The sections to delete, as indexes in the source, ascending.
  public internal(set) var deletedSections: [Int] = []
  /// The sections to insert, as indexes in the target, ascending.
  public internal(set) var insertedSections: [Int] = []
  /// The items to delete, as paths in the source, ascending. None is in a deleted section.
  public internal(set) var deletedItems: [ItemPath] = []
  /// The items to insert, as paths in the target, ascending. None is in an inserted section.
  public internal(set) var insertedItems: [ItemPath] = []
  /// The items to move, from paths in the source to paths in the target, by the source. None comes from a deleted section
  /// or goes into an inserted one.
  public internal(set) var movedItems: [ItemMove] = []
  /// The items whose cells stay and show something else, as paths in the target, ascending: to be changed in place after
  /// the other calls, or reloaded in a batch of their own.
  public internal(set) var updatedItems: [ItemPath] = []
  /// The sections whose headers and footers stay and show something else, as indexes in the target, ascending. No view has
  /// a call for them but a reload of the section.
  public internal(set) var updatedSections: [Int] = []

  /// The same without moves: what is moved goes and comes. For a table view whose sections come or go: of such it is
  /// reported that rows which are moved then are not shown well.
  public var withoutMoves: ViewUpdates {
    var updates = self
    updates.movedItems = []
    updates.deletedItems = (deletedItems + movedItems.map(\.source)).sorted()
    updates.insertedItems = (insertedItems + movedItems.map(\.target)).sorted()
    let come = Set(movedItems.map(\.target))
    updates.updatedItems = updatedItems.filter { !come.contains($0) }
    return updates
  }
}

extension ViewUpdates: ListUpdates {
  /// The number of sections and items that come, go or move.
  public var callCount: Int {
    deletedSections.count + insertedSections.count + deletedItems.count + insertedItems.count
      + movedItems.count
  }

  /// The number of items and sections whose cells and headers are changed in place.
  public var updateCount: Int { updatedItems.count + updatedSections.count }

  /// Adds cells that show something else. Those that come do so already, and are left out.
  public mutating func update(items: [ItemPath], headersOf sections: [Int], in target: ListState) {
    let (comeSections, comeItems) = (Set(insertedSections), Set(insertedItems))
    updatedItems = Set(updatedItems).union(
      items.lazy.filter { !comeSections.contains($0.section) && !comeItems.contains($0) }
    ).sorted()
    updatedSections = Set(updatedSections).union(
      sections.lazy.filter { !comeSections.contains($0) }
    ).sorted()
  }

  /// Returns how many items come, go or move at least, if they are more than a limit: without their paths being put in
  /// order, which takes longer. Items of sections that come or go do not count.
  public static func callCount<Model, SectionModel>(
    of batch: ChangeBatch<Model, SectionModel>, over limit: Int
  ) -> Int? {
    let outline = batch.changeset.outline
    let count =
      outline.removedItems.count + outline.insertedItems.count + outline.movedItems.count
    if count <= limit { return nil }
    let (gone, come) = (outline.goneSections, outline.comeSections)
    let ofSections =
      outline.removedItems.count { gone.contains($0.section) }
      + outline.insertedItems.count { come.contains($0.section) }
      + outline.movedItems.count {
        gone.contains($0.source.section) && come.contains($0.target.section)
      }
    return count - ofSections > limit ? count - ofSections : nil
  }
}

extension ChangeBatch {
  /// The batch for a collection or table view.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  public var viewUpdates: ViewUpdates {
    let outline = changeset.outline
    let (gone, come) = (outline.goneSections, outline.comeSections)
    var updates = ViewUpdates()
    updates.deletedSections = gone.sorted()
    updates.insertedSections = come.sorted()
    updates.deletedItems = outline.removedItems.filter { !gone.contains($0.section) }
    updates.insertedItems = outline.insertedItems.filter { !come.contains($0.section) }
    for move in outline.movedItems {
      switch (gone.contains(move.source.section), come.contains(move.target.section)) {
      case (false, false): updates.movedItems.append(move)
      case (false, true): updates.deletedItems.append(move.source)
      case (true, false): updates.insertedItems.append(move.target)
      case (true, true): break
      }
    }
    // The cell of an item that has come, with a section or alone, shows its new model already.
    updates.updatedItems = updatedPaths.filter {
      !gone.contains($0.source.section) && !come.contains($0.target.section)
    }
    .map(\.target)
    updates.updatedSections = updatedSections.compactMap { source in
      gone.contains(source) ? nil : targetSection(forSource: source)
    }
    updates.deletedItems.sort()
    updates.insertedItems.sort()
    updates.movedItems.sort()
    updates.removeNeedlessMoves(targetSection(forSource:))
    updates.updatedItems.sort()
    updates.updatedSections.sort()
    return updates
  }
}

extension ChangesetOutline {
  /// The sections of the source that a view with sections is told to delete.
  fileprivate var goneSections: Set<Int> {
    return
      Set(removedSections + movedSections.map(\.source))
      .subtracting(stayingSections.map(\.source))
  }

  /// The sections of the target that it is told to insert.
  fileprivate var comeSections: Set<Int> {
    Set(insertedSections + movedSections.map(\.target))
      .subtracting(stayingSections.map(\.target))
  }

  /// The sections that are moved, and are where they were among those that stay.
  private var stayingSections: [SectionMove] {
    if movedSections.isEmpty { return [] }
    let moves = movedSections.sorted { $0.source < $1.source }
    // Sections are in one order, as the items of one section are.
    func place(_ section: Int) -> ItemPath { ItemPath(section: 0, item: section) }
    let sections = Rearrangement(
      moves: moves.map { ItemMove(source: place($0.source), target: place($0.target)) },
      leaving: (removedSections + moves.map(\.source)).sorted().map(place),
      arriving: (insertedSections + moves.map(\.target)).sorted().map(place))
    return sections.needlessMoves.map { moves[$0] }
  }
}

extension ViewUpdates {
  /// Leaves out moves of items that stay in their section, and are where they were among what stays there. What goes, comes
  /// and moves is in order.
  ///
  /// - Parameter targetSection: Returns where a section of the source stands in the target.
  fileprivate mutating func removeNeedlessMoves(_ targetSection: (Int) -> Int?) {
    let within = movedItems.filter { targetSection($0.source.section) == $0.target.section }
    if within.isEmpty { return }
    let items = Rearrangement(
      moves: within, leaving: (deletedItems + movedItems.map(\.source)).sorted(),
      arriving: (insertedItems + movedItems.map(\.target)).sorted())
    let needless = Set(items.needlessMoves.map { within[$0].source })
    if !needless.isEmpty { movedItems.removeAll { needless.contains($0.source) } }
  }
}
