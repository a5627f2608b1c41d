internal import RosterCore

/// The history for undo and redo: the revisions of a list, and two stacks of them as linked lists.
struct LoggedHistory {
  /// The revisions that the next undo and the next redo would revert, 0 for none.
  struct Tops {
    var undo = 0
    var redo = 0
  }

  /// The origin of one revision.
  struct Step {
    var record: ChangeRecord
    /// The states that it wrote and removed.
    var states: [StateAddress]
    var group: String?
    /// Whether an undo takes it back, or it takes something back; otherwise it is what others did.
    var isOfStandardScope: Bool
    /// The list before it.
    var before: LoggedList.Contents
    /// The tops after it.
    fileprivate(set) var tops = Tops()

    init(
      record: ChangeRecord, states: [StateAddress], group: String?,
      isOfStandardScope: Bool = true, before: LoggedList.Contents
    ) {
      self.record = record
      self.states = states
      self.group = group
      self.isOfStandardScope = isOfStandardScope
      self.before = before
    }
  }

  private var steps: [Step] = []

  /// The step that led to a revision.
  subscript(revision: Int) -> Step { steps[revision - 1] }

  /// Returns the list at a revision before the last one, otherwise `nil`.
  func contents(at revision: Int) -> LoggedList.Contents? {
    steps.indices.contains(revision) ? steps[revision].before : nil
  }

  /// The items and sections that others have moved after a revision; `nil` if they have changed nothing.
  func movesOfOthers(after revision: Int) -> TouchedIdentities? {
    let others = steps[revision...].filter {
      !$0.isOfStandardScope && $0.record.outline != ChangesetOutline()
    }
    if others.isEmpty { return nil }
    var moved = TouchedIdentities()
    for step in others { moved.formUnion(movesOf: step.record, appliedTo: step.before.list) }
    return moved
  }

  /// Adds a revision that an undo reverts, or skips if it changes nothing.
  mutating func append(_ step: Step, isChange: Bool) {
    var step = step
    step.tops = isChange ? Tops(undo: steps.count + 1) : tops(at: steps.count)
    steps.append(step)
  }

  /// Adds a revision that reverts the top of a stack, and pushes it on the other stack.
  mutating func append(
    _ step: Step, takingBack revision: Int, _ stack: WritableKeyPath<Tops, Int>
  ) {
    var step = step
    step.tops = Tops(undo: steps.count + 1, redo: steps.count + 1)
    step.tops[keyPath: stack] = tops(at: revision - 1)[keyPath: stack]
    steps.append(step)
  }

  /// Returns the revisions that are reverted together from the top of a stack, in that order.
  func revisionsToTakeBack(_ stack: WritableKeyPath<Tops, Int>) -> [Int] {
    var next = tops(at: steps.count)[keyPath: stack]
    guard next > 0 else { return [] }
    let group = self[next].group
    var revisions: [Int] = []
    repeat {
      revisions.append(next)
      next = tops(at: next - 1)[keyPath: stack]
    } while group != nil && next > 0 && self[next].group == group
    return revisions
  }

  private func tops(at revision: Int) -> Tops { revision > 0 ? self[revision].tops : Tops() }
}
