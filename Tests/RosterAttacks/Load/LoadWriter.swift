import RosterCore
import RosterEngine
import RosterTestKit

/// One of the writers of a load.
struct LoadWriter: Sendable {
  private let list: LoadAttack.List
  private let isUndoing: Bool
  private var random: SplitMix64
  private var number = 0

  /// - Parameter isUndoing: Whether it also undoes and redoes what was changed last.
  init(_ list: LoadAttack.List, seed: UInt64, isUndoing: Bool = false) {
    self.list = list
    self.isUndoing = isUndoing
    random = SplitMix64(seed: seed)
  }

  /// Makes so many changes; what others make impossible meanwhile is made anew.
  mutating func write(_ count: Int) async throws {
    var left = count
    while left > 0 {
      let revision = list.snapshot.revision
      do {
        try await change()
        left -= 1
      } catch DataSourceError.nothingToUndo, DataSourceError.nothingToRedo {
        left -= 1
      } catch let error as DataSourceError where error.isOfAnotherList {
        // What others have written is soon here as well.
        try await list.follow(to: revision + 1)
      }
    }
  }

  private mutating func change() async throws {
    number += 1
    if isUndoing, random.happens(percent: 10) {
      if random.happens(percent: 60) {
        try await list.apply(.undo())
      } else {
        try await list.apply(.redo())
      }
      return
    }
    let snapshot = list.snapshot
    let count = snapshot.state.itemCount(inSection: 0)
    let state = StateAssignment(
      item: .path(ItemPath(section: 0, item: 0)),
      scope: ScopePath([ScopeKey(typeName: "Row")]),
      state: StoredState(value: .text("{\"count\":\(number)}")))
    try await list.apply(
      changeset(count, isNew: snapshot.state.sectionCount == 0),
      states: count > 1 && random.happens(percent: 20) ? [state] : [])
  }

  private mutating func changeset(_ count: Int, isNew: Bool) -> Changeset<String, String> {
    let model = "\(number) " + String(repeating: "x", count: random.index(below: 200))
    let item = ItemPath(section: 0, item: random.index(below: count))
    let target = ItemPath(section: 0, item: random.index(below: count))
    let kind = count > 600 ? 0 : count < 400 ? 1 : random.index(below: 4)
    return Changeset {
      if isNew { $0.insertSection(at: 0, "rows") }
      switch kind {
      case 0: $0.removeItem(at: item)
      case 1: $0.insertItem(model, at: target)
      case 2: $0.moveItem(from: item, to: target)
      default: $0.updateItem(at: item, model)
      }
    }
  }
}

extension DataSourceError {
  /// Whether the list was another by the time of the change.
  fileprivate var isOfAnotherList: Bool {
    switch self {
    case .conflict, .invalid, .noSuchItem: true
    case .precedingFailed(let failure): failure.cause.isOfAnotherList
    default: false
    }
  }
}
