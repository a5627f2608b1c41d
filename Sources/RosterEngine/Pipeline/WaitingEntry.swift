internal import DequeModule
internal import RosterCore

/// An entry of the queue: a change, or consecutive updates.
enum WaitingEntry<Change, Update> {
  case change(WaitingChange<Change>)
  case updates([WaitingUpdate<Update>])

  var isReplacement: Bool {
    if case .change(let entry) = self { entry.isReplacement } else { false }
  }

  var hasStep: Bool {
    if case .updates(let updates) = self { updates.contains { $0.isStep } } else { false }
  }
}

/// A waiting change.
struct WaitingChange<Change> {
  /// Whether the change fits the list after everything before it.
  enum Fit {
    /// A replacement, which fits every list.
    case always
    /// That list is not known yet. The outline says what the change does.
    case unknown(ChangesetOutline)
    case proven(VerifiedOutline)
  }

  var change: Change
  var fit: Fit
  var targetTrees: [TreeReference] = []

  var isReplacement: Bool { if case .always = fit { true } else { false } }

  /// What the change does, `nil` for a replacement.
  var outline: ChangesetOutline? {
    switch fit {
    case .always: nil
    case .unknown(let outline): outline
    case .proven(let proof): proof.outline
    }
  }
}

/// A waiting update.
struct WaitingUpdate<Update> {
  var update: Update
  /// Whether it is valid only if everything pending before it is applied: it names a path, or is a
  /// step through the history.
  var isDependent: Bool
  var isStep = false
}

extension Deque {
  /// Appends an entry. Updates join the updates at the end of the queue.
  mutating func appendInRow<Change, Update>(_ entry: WaitingEntry<Change, Update>)
  where Element == WaitingEntry<Change, Update> {
    guard case .updates(let later) = entry, case .updates(var row) = last else {
      return append(entry)
    }
    // Removed first, so that the row is not copied for each update.
    removeLast()
    row += later
    append(.updates(row))
  }

  /// Removes waiting updates that are no longer needed. Steps through the history stay.
  ///
  /// - Parameter isReplaced: Whether an update is no longer needed. Its second argument tells
  ///   whether neither a change nor a step waits behind the update.
  /// - Returns: The removed updates, in order.
  mutating func takeOut<Change, Update>(
    _ isReplaced: (Update, _ meansTheSamePaths: Bool) -> Bool
  ) -> [Update] where Element == WaitingEntry<Change, Update> {
    var replaced: [Update] = []
    var left: Self = []
    for (index, entry) in enumerated() {
      guard case .updates(let updates) = entry else {
        left.append(entry)
        continue
      }
      let isLast = index == count - 1
      let firstAfterSteps = updates.lastIndex { $0.isStep }.map { $0 + 1 } ?? 0
      var others: [WaitingUpdate<Update>] = []
      for (place, waiting) in updates.enumerated() {
        if !waiting.isStep, isReplaced(waiting.update, isLast && place >= firstAfterSteps) {
          replaced.append(waiting.update)
        } else {
          others.append(waiting)
        }
      }
      if !others.isEmpty { left.append(.updates(others)) }
    }
    self = left
    return replaced
  }
}
