internal import RosterCore

/// What undo and redo take back: the revisions of a list, and two stacks of them as linked lists.
struct LoggedHistory {
  /// The revisions that an undo and a redo take back next, 0 for none.
  struct Tops {
    var undo = 0
    var redo = 0
  }

  /// How one revision came about.
  struct Step {
    var record: ChangeRecord
    /// The states that it wrote and forgot.
    var states: [StateAddress]
    var group: String?
    /// The list before it.
    var before: LoggedList.Contents
    /// After it.
    fileprivate(set) var tops = Tops()

    init(
      record: ChangeRecord, states: [StateAddress], group: String?, before: LoggedList.Contents
    ) {
      self.record = record
      self.states = states
      self.group = group
      self.before = before
    }
  }

  private var steps: [Step] = []

  /// The step that led to a revision.
  subscript(revision: Int) -> Step { steps[revision - 1] }

  /// The list at a revision before the last one, otherwise `nil`.
  func contents(at revision: Int) -> LoggedList.Contents? {
    steps.indices.contains(revision) ? steps[revision].before : nil
  }

  /// Adds a revision that an undo takes back, or passes over if it changes nothing.
  mutating func append(_ step: Step, isChange: Bool) {
    var step = step
    step.tops = isChange ? Tops(undo: steps.count + 1) : tops(at: steps.count)
    steps.append(step)
  }

  /// Adds a revision that takes back the top of a stack, and puts it on the other.
  mutating func append(
    _ step: Step, takingBack revision: Int, _ stack: WritableKeyPath<Tops, Int>
  ) {
    var step = step
    step.tops = Tops(undo: steps.count + 1, redo: steps.count + 1)
    step.tops[keyPath: stack] = tops(at: revision - 1)[keyPath: stack]
    steps.append(step)
  }

  /// The revisions that are taken back together from the top of a stack, in that order.
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
