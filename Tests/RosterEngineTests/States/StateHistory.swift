import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport

/// A random history of changesets and states, with the expected states after it.
struct StateHistory {
  var changes: RandomHistory
  private(set) var states = NaiveItemStates()

  init(seed: UInt64) { changes = RandomHistory(seed: seed) }

  struct Step {
    var changeset: TextChange
    var states: [StateAssignment]
  }

  /// Returns the next step, already applied to the history.
  mutating func next() throws -> Step {
    var step = Step(changeset: TextChange(), states: [])
    if changes.list.revision == 0 || changes.random.happens(percent: 60) {
      step.changeset = try changes.next(removesTwice: false)
    } else {
      // An empty changeset is also a revision.
      step.changeset = TextChange()
      try changes.take(step.changeset)
    }
    states.keepOnly(changes.list.itemIDs)
    let ids = changes.list.itemIDs
    let paths = ids.indices.flatMap { section in
      ids[section].indices.map { ItemPath(section: section, item: $0) }
    }
    guard !paths.isEmpty else { return step }
    for _ in 0..<changes.random.index(below: 4) {
      let path = paths[changes.random.index(below: paths.count)]
      step.states.append(assignment(at: path, id: ids[path.section][path.item]))
    }
    return step
  }

  private mutating func assignment(at path: ItemPath, id number: Int) -> StateAssignment {
    let id = ItemID(rawValue: number)
    let scope: ScopePath = changes.random.happens(percent: 50) ? .like : .more
    let state =
      changes.random.happens(percent: 30)
      ? nil
      : StoredState("\(changes.list.revision).\(number)", version: changes.random.index(below: 3))
    states.write(state, id, scope)
    let goesByPath = changes.random.happens(percent: 50)
    return StateAssignment(item: goesByPath ? .path(path) : .id(id), scope: scope, state: state)
  }
}
