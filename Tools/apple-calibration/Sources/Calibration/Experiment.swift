package import RosterCore

/// A call of an update, as views of UIKit and AppKit take it. A table view of AppKit takes those of items, in section 0.
package enum ViewCall: Hashable, Sendable {
  case deleteSection(Int), insertSection(Int), moveSection(Int, to: Int), reloadSection(Int)
  case deleteItem(ItemPath), insertItem(ItemPath), moveItem(ItemPath, to: ItemPath)
  case reloadItem(ItemPath), reconfigureItem(ItemPath)
}

extension ViewCall: CustomStringConvertible {
  package var description: String {
    func text(_ path: ItemPath) -> String { "\(path.section):\(path.item)" }
    return switch self {
    case .deleteSection(let section): "delete section \(section)"
    case .insertSection(let section): "insert section \(section)"
    case .moveSection(let source, let target): "move section \(source) to \(target)"
    case .reloadSection(let section): "reload section \(section)"
    case .deleteItem(let path): "delete \(text(path))"
    case .insertItem(let path): "insert \(text(path))"
    case .moveItem(let source, let target): "move \(text(source)) to \(text(target))"
    case .reloadItem(let path): "reload \(text(path))"
    case .reconfigureItem(let path): "reconfigure \(text(path))"
    }
  }
}

/// What a view is told, when, and which rows its data source has before and after that.
package struct Experiment: Hashable, Sendable {
  /// The kind of views that take its calls.
  package enum Family: String, Hashable, Sendable, CaseIterable {
    /// Views with sections, which take all calls of an update at once.
    case batches
    /// Views with rows, which take one call after the other.
    case rows
    /// Views with sections as objects, which take one call after the other.
    case outlines
  }

  /// Rows that look like headers and footers.
  package struct GroupRows: Hashable, Sendable {
    /// The rows before and after the update.
    package var before: [Int] = [], after: [Int] = []
  }

  /// When the data source changes, and in which state the view is told.
  package enum Situation: String, Hashable, Sendable, CaseIterable {
    /// The view is laid out, and the data changes first in the update.
    case laidOut
    /// The data changes last in the update.
    case swappedLast
    /// The data changes before the update.
    case swappedBefore
    /// The data changes before the view is laid out for the first time.
    case neverLaidOut
    /// The view is reloaded and not laid out again, and the data changes before the update.
    case afterReload
    /// The view is hidden, and the data changes before the update.
    case hidden
    /// The view has no size, and the data changes before the update.
    case withoutSize
    /// The layout is invalidated, and the data changes before the update.
    case afterInvalidation
    /// The view has left its window.
    case withoutWindow
    /// The calls stand outside of an update, and the data changes before them.
    case withoutBlock
    /// Each call is an update of its own, within another one.
    case nested
    /// The view is reloaded within the update.
    case reloadWithin
    /// The view is told of the update while it asks for a cell.
    case whileAsked
    /// The user moves the first item, and has not dropped it.
    case whileMoving
    /// A field in the cell of the second item has the keyboard.
    case whileEditing
    /// The view is reloaded in the place of an update.
    case reloaded
    /// The view is reloaded right behind the update.
    case reloadedAfter
    /// An update without calls follows before the one with the calls has ended.
    case overlapping
    /// The update is told when one without calls has ended.
    case inCompletion
  }

  /// What is noted beside what a view shows. No model says anything of it.
  package enum Note: String, Hashable, Sendable {
    /// What its delegate is told of cells that come to the screen and leave it.
    case display
    /// What its layout is asked and told.
    case layout
    /// Which cell has the keyboard after the update.
    case keyboard
    /// How long the update takes, with the layout that follows.
    case duration
    /// What the footers of sections show after the update.
    case footers
    /// When updates are told, carried out and ended.
    case order
    /// Of which children an outline is asked, between which calls.
    case children
  }

  /// Which of the experiments of the README it belongs to.
  package var number: Int
  package var family = Family.batches
  /// How many items the sections have before and after the update.
  package var before, after: [Int]
  package var calls: [ViewCall]
  package var situation = Situation.laidOut
  /// Where the view is scrolled to, in points. A row is 10 points high, and 1,000 points are seen.
  package var offset = 0.0
  /// The row that is selected, in a view with rows or an outline.
  package var selectedRow: Int?
  /// The rows that look like headers and footers, in a view with rows.
  package var groupRows = GroupRows()
  /// The section of an outline that is not expanded; `nil` if all are.
  package var collapsedSection: Int?
  /// Whether each section has a footer; in an outline that is one more child behind its items.
  package var hasFooters = false
  /// What is noted; `nil` if nothing is.
  package var note: Note?

  package init(
    _ number: Int, _ before: [Int], to after: [Int]? = nil, _ calls: [ViewCall],
    _ situation: Situation = .laidOut
  ) {
    self.number = number
    self.before = before
    self.after = after ?? Self.counts(after: calls, of: before)
    self.calls = calls
    self.situation = situation
  }

  /// Returns the number of items in each section after calls, as a view counts them, whether it takes the calls or not. A
  /// section that comes has two items.
  package static func counts(after calls: [ViewCall], of before: [Int]) -> [Int] {
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    var (deleted, inserted): (Set<ItemPath>, Set<ItemPath>) = ([], [])
    var (sectionSources, movedItems): ([Int: Int], Set<ItemMove>) = ([:], [])
    for call in calls {
      switch call {
      case .deleteSection(let section): gone.insert(section)
      case .insertSection(let section): come.insert(section)
      case .moveSection(let source, let target): sectionSources[target] = source
      case .deleteItem(let path): deleted.insert(path)
      case .insertItem(let path): inserted.insert(path)
      case .moveItem(let source, let target):
        movedItems.insert(ItemMove(source: source, target: target))
      case .reloadSection, .reloadItem, .reconfigureItem: break
      }
    }
    gone = gone.filter(before.indices.contains)
    let leaving = gone.union(sectionSources.values)
    var staying = before.indices.filter { !leaving.contains($0) }[...]
    return (0..<before.count - gone.count + come.count).map { target in
      guard !come.contains(target),
        let source = sectionSources[target] ?? staying.popFirst(),
        before.indices.contains(source)
      else { return 2 }
      let arriving =
        inserted.count { $0.section == target } + movedItems.count { $0.target.section == target }
      let departing =
        deleted.count { $0.section == source } + movedItems.count { $0.source.section == source }
      return max(0, before[source] + arriving - departing)
    }
  }
}

extension Experiment: CustomStringConvertible {
  package var description: String {
    "\(number), \(family.rawValue), \(situation.rawValue), \(before) to \(after)\(conditions): "
      + (calls.isEmpty ? "nothing" : calls.map(\.description).joined(separator: ", "))
  }

  private var conditions: String {
    var conditions = hasFooters ? ", footers" : ""
    if let collapsedSection { conditions += ", section \(collapsedSection) collapsed" }
    if groupRows != GroupRows() {
      conditions += ", group rows \(groupRows.before) to \(groupRows.after)"
    }
    return conditions
  }
}
