package import RosterCore
package import RosterJSON
package import RosterTestSupport

/// One of the data sources that a program works with, all of them of one file.
package enum ProgramSource: String, Sendable, CaseIterable {
  /// Of a list that has neither a viewport nor another writer.
  case plain
  /// Of a list that is laid out and has a viewport with a working range.
  case scrolled
  /// The first data source of a list that is shared.
  case first
  /// The second data source of the same list.
  case second

  /// The list in the file.
  package var list: ProgramListName {
    switch self {
    case .plain: .plain
    case .scrolled: .scrolled
    case .first, .second: .shared
    }
  }
}

/// One of the lists in the file of a program.
package enum ProgramListName: String, Sendable, CaseIterable {
  case plain, scrolled, shared

  /// The data sources that have it open.
  package var sources: [ProgramSource] { ProgramSource.allCases.filter { $0.list == self } }
}

/// One step of a program, which says all that it needs: it may be left out, and the others still
/// mean something.
package struct ProgramStep: Sendable {
  package var source: ProgramSource
  package var action: ProgramAction

  package init(_ source: ProgramSource, _ action: ProgramAction) {
    self.source = source
    self.action = action
  }
}

/// What a step does.
package indirect enum ProgramAction: Sendable {
  /// How a changeset reaches the list.
  package enum Mode: String, Sendable, CaseIterable {
    case queued, synchronous, precomputed, based
  }

  /// Applies a changeset.
  case change(ProgramEdit, Mode = .queued)
  /// Applies a snapshot.
  case become(ListRows<JSONValue, JSONValue>)
  /// Adds to a counter, by an update or by an action.
  case count(ProgramPlace, by: Int, byAction: Bool = false)
  case undo
  case redo
  /// Queues several actions before it awaits any.
  case burst([ProgramAction])
  /// Both data sources of the shared list apply a changeset at once.
  case race(ProgramEdit, ProgramEdit)
  /// Another process does it: `roster replay`, `roster undo`, `roster redo`.
  case elsewhere(ProgramAction)
  /// A call of storage fails once while something is done.
  case failing(FaultyStorage.Call, FaultyStorage.Moment, ProgramAction)
  /// Reloads everything, or the items of a section.
  case reload(section: Int?)
  /// Lays everything out for another width.
  case layout(width: Int)
  case scroll(offset: Int, length: Int)
  /// Reads the list as it was so many revisions ago, and what has led from there.
  case lookBack(Int)
  /// Lets the subscribers that lag take what they have missed.
  case catchUp
  case compact(keeping: Int)
  case vacuum
  /// Closes the file, checks it, and opens it again.
  case reopen
}

/// Whose counter is meant, by its number among those that there are; what is beyond them counts on
/// from the first.
package enum ProgramPlace: Sendable, Hashable {
  /// The root of an item.
  case entry(Int)
  /// A component in an item.
  case part(Int)
  /// The header of a section that has one.
  case header(Int)
  /// The footer of a section that has one.
  case footer(Int)
  /// An item that never was.
  case missing
}

/// A changeset by its paths, whose models are made of a number, so that a program can be read.
package struct ProgramEdit: Sendable {
  /// The number that tells its models from those of others.
  package var number: Int
  package var parts: ChangesetParts
  /// Whether what does not fit the list is left out; if not, the changeset may be refused.
  package var isFitted: Bool
  /// The values of counters that are written with it, of places after it.
  package var counters: [ProgramPlace: Int]
  /// What undo takes back together.
  package var group: String?

  package init(
    _ number: Int, updatedItems: [ItemPath] = [], removedItems: [ItemPath] = [],
    movedItems: [ItemMove] = [], insertedItems: [ItemPath] = [], updatedSections: [Int] = [],
    removedSections: [Int] = [], movedSections: [SectionMove] = [], insertedSections: [Int] = [],
    isFitted: Bool = true, counters: [ProgramPlace: Int] = [:], group: String? = nil
  ) {
    self.number = number
    parts = ChangesetParts()
    parts.updatedItems = updatedItems
    parts.removedItems = removedItems
    parts.movedItems = movedItems
    parts.insertedItems = insertedItems
    parts.updatedSections = updatedSections
    parts.removedSections = removedSections
    parts.movedSections = movedSections
    parts.insertedSections = insertedSections
    self.isFitted = isFitted
    self.counters = counters
    self.group = group
  }

  package init(_ number: Int, _ parts: ChangesetParts, isFitted: Bool) {
    self.init(number, isFitted: isFitted)
    self.parts = parts
  }
}
