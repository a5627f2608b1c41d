import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterTestSupport

/// What a list must be, in the plainest words: its contents and counters at every revision, and what
/// can be undone and redone.
struct ListModel: Sendable {
  typealias Contents = NaiveList<JSONValue, JSONValue>
  /// The values of counters; one that is not named is 0.
  typealias Counters = [StateAddress: Int]

  /// The list at one revision.
  struct Moment: Sendable {
    var contents = Contents()
    var counters: Counters = [:]
    /// The counters that the revision wrote or forgot.
    var written: Set<StateAddress> = []
    var group: String?
    /// The revisions that can be undone, the next one last.
    var undoable: [Revision] = []
    var redoable: [Revision] = []
  }

  /// Every revision, the empty list first.
  private(set) var past = [Moment()]
  /// The oldest revision that can be read.
  private(set) var oldest: Revision = 0

  init() {}

  var now: Moment { past[past.count - 1] }
  var revision: Revision { past.count - 1 }

  /// Whether a section has lost its model since a list was like this.
  func hasLostSectionModel(since former: Contents) -> Bool {
    let named = Set(former.sections.filter { $0.model != nil }.map(\.id))
    return now.contents.sections.contains { $0.model == nil && named.contains($0.id) }
  }

  // MARK: Changing

  /// Does what an action does to a list; what does nothing to it is applied without a revision.
  mutating func take(_ action: ProgramAction) -> ProgramVerdict {
    switch action {
    case .change(let edit, _): return change(edit)
    case .become(let rows): return become(rows)
    case .count(let place, let number, _): return count(place, number)
    case .undo: return takeBack(.undo)
    case .redo: return takeBack(.redo)
    case .elsewhere(let action): return take(action)
    case .failing(_, _, let action): return take(action)
    case .burst(let actions):
      let revision = revision
      for action in actions { _ = take(action) }
      return .applied(revisionCount: self.revision - revision)
    case .race(let one, let other):
      _ = change(one)
      _ = change(other)
      return .applied(revisionCount: 2)
    case .reload, .layout, .scroll, .lookBack, .catchUp, .compact, .vacuum, .reopen:
      return .applied(revisionCount: 0)
    }
  }

  private mutating func change(_ edit: ProgramEdit) -> ProgramVerdict {
    let changeset = edit.changeset(for: now.contents.counts)
    do throws(ChangesetError) {
      let contents = try now.contents.applying(changeset)
      let assigned = counters(edit, in: contents)
      commit(
        contents, assigning: assigned, group: edit.group,
        isStep: !changeset.isEmpty || !assigned.isEmpty)
      return .applied(revisionCount: 1)
    } catch {
      return .refused(.invalid(error))
    }
  }

  /// The counters that an edit writes, in the list after it.
  func counters(_ edit: ProgramEdit, in contents: Contents) -> Counters {
    var counters: Counters = [:]
    for (place, value) in edit.counters {
      if let address = place.address(in: contents) { counters[address] = value }
    }
    return counters
  }

  private mutating func become(_ rows: ListRows<JSONValue, JSONValue>) -> ProgramVerdict {
    let items = rows.sections.flatMap(\.items).map(\.programKey)
    let sections = rows.sections.compactMap(\.model).map(\.programKey)
    guard Set(items).count == items.count, Set(sections).count == sections.count else {
      return .refused(.duplicate)
    }
    let contents = now.contents.becoming(
      rows, itemKey: \.programKey, sectionKey: \.programKey)
    let isSame =
      contents.rows == now.contents.rows && contents.itemIDs == now.contents.itemIDs
      && contents.sectionIDs == now.contents.sectionIDs
    commit(contents, assigning: [:], group: nil, isStep: !isSame)
    return .applied(revisionCount: 1)
  }

  private mutating func count(_ place: ProgramPlace, _ number: Int) -> ProgramVerdict {
    guard let address = place.address(in: now.contents) else {
      return .refused(place.isSupplement ? .noSuchSupplement : .noSuchItem)
    }
    guard number != 0 else { return .applied(revisionCount: 0) }
    commit(
      now.contents.returned(to: now.contents),
      assigning: [address: now.counters[address, default: 0] + number], group: nil, isStep: false)
    return .applied(revisionCount: 1)
  }

  /// Notes a revision that changes nothing, such as one in which states begin.
  mutating func passRevision() {
    commit(now.contents.returned(to: now.contents), assigning: [:], group: nil, isStep: false)
  }

  /// - Parameter isStep: Whether an undo takes it back.
  private mutating func commit(
    _ contents: Contents, assigning counters: Counters, group: String?, isStep: Bool
  ) {
    var moment = moment(contents, assigning: counters)
    moment.group = group
    if isStep {
      moment.undoable.append(contents.revision)
      moment.redoable = []
    }
    past.append(moment)
  }

  /// The next moment, in which what is gone has no counters.
  private func moment(_ contents: Contents, assigning assigned: Counters) -> Moment {
    var moment = now
    moment.contents = contents
    let owners = contents.owners
    let trees = contents.trees
    let counters = now.counters.merging(assigned) { $1 }
    let ended = counters.keys.filter { owners.contains($0.tree) && !trees.contains($0.tree) }
    moment.counters = counters.filter { trees.contains($0.key.tree) && $0.value != 0 }
    moment.written = Set(assigned.keys).union(ended)
    return moment
  }

  // MARK: Undoing

  /// What can be taken back; nothing if the journal does not have all of it.
  func steps(_ direction: HistoryDirection) -> (revisions: [Revision], isCompacted: Bool) {
    let stack = direction == .undo ? \Moment.undoable : \Moment.redoable
    guard let top = now[keyPath: stack].last else { return ([], false) }
    guard top > oldest else { return ([], true) }
    var revisions = [top]
    let group = past[top].group
    while group != nil {
      let before = revisions[revisions.count - 1] - 1
      // The journal no longer says what could be taken back then.
      if before > 0, before <= oldest {
        return direction == .undo ? ([], true) : (revisions, false)
      }
      guard let next = past[before][keyPath: stack].last else { break }
      guard next > oldest else { return ([], true) }
      guard past[next].group == group else { break }
      revisions.append(next)
    }
    return (revisions, false)
  }

  private mutating func takeBack(_ direction: HistoryDirection) -> ProgramVerdict {
    let (revisions, isCompacted) = steps(direction)
    guard !revisions.isEmpty else {
      return .refused(
        isCompacted && direction == .undo ? .compacted : .nothingToTakeBack(direction))
    }
    for revision in revisions { takeBack(revision, direction) }
    return .applied(revisionCount: revisions.count)
  }

  private mutating func takeBack(_ revision: Revision, _ direction: HistoryDirection) {
    let (before, after) = (past[revision - 1], past[revision])
    let contents = now.contents.returned(to: before.contents)
    let returning = contents.owners.subtracting(now.contents.owners)
    var restored = before.counters.filter { returning.contains($0.key.tree) }
    for address in after.written
    where contents.owners.contains(address.tree) && !returning.contains(address.tree) {
      let value = now.counters[address, default: 0]
      guard value == after.counters[address, default: 0] else { continue }
      restored[address] = before.counters[address, default: 0]
    }
    var moment = moment(contents, assigning: restored)
    moment.group = after.group
    if direction == .undo {
      moment.undoable.removeLast()
      // The journal no longer says whether something lies beneath, so that it counts as compacted.
      if revision > 1, revision - 1 <= oldest { moment.undoable = [revision - 1] }
      moment.redoable.append(contents.revision)
    } else {
      moment.redoable.removeLast()
      moment.undoable.append(contents.revision)
    }
    past.append(moment)
  }

  // MARK: Compacting

  /// Removes what is older than some revisions, and not needed by a subscriber.
  ///
  /// - Parameter slowest: The revision that the slowest subscriber has got to.
  mutating func compact(keeping count: Int, slowest: Revision) {
    oldest = max(oldest, min(revision - 1, slowest, revision - count))
  }
}

extension NaiveList where Model == JSONValue, SectionModel == JSONValue {
  /// Everything that may have components: the items, and the headers and footers of all sections.
  var owners: Set<TreeID> {
    Set(itemIDs.joined().map { .item(ItemID(rawValue: $0)) })
      .union(sectionIDs.flatMap { SectionID(rawValue: $0).programSupplements })
  }

  /// Everything that has components: a section without a model has neither header nor footer.
  var trees: Set<TreeID> {
    Set(itemIDs.joined().map { .item(ItemID(rawValue: $0)) })
      .union(
        sections.filter { $0.model != nil }.flatMap {
          SectionID(rawValue: $0.id).programSupplements
        })
  }
}

extension SectionID {
  fileprivate var programSupplements: [TreeID] {
    SupplementKind.allCases.map { .supplement(SupplementID($0, of: self)) }
  }
}
