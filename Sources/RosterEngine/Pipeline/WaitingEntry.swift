internal import DequeModule
internal import RosterCore

/// What waits in a pipeline: a change, or updates in a row.
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

/// A change that waits.
struct WaitingChange<Change> {
  /// What is known of whether it fits the list after everything before it.
  enum Fit {
    /// It fits every list: it is a replacement.
    case always
    /// That list is not known yet; this is what the change does.
    case unknown(ChangesetOutline)
    case proven(VerifiedOutline)
  }

  var change: Change
  var fit: Fit
  var targetTrees: [TreeReference] = []

  var isReplacement: Bool { if case .always = fit { true } else { false } }

  /// What it does, `nil` for a replacement.
  var outline: ChangesetOutline? {
    switch fit {
    case .always: nil
    case .unknown(let outline): outline
    case .proven(let proof): proof.outline
    }
  }
}

/// An update that waits.
struct WaitingUpdate<Update> {
  var update: Update
  /// Whether it is right only if everything pending before is applied: it goes by a path, or is a
  /// step through the history.
  var isDependent: Bool
  var isStep = false
}

extension Deque {
  /// Appends an entry; updates come to those that are last.
  mutating func appendInRow<Change, Update>(_ entry: WaitingEntry<Change, Update>)
  where Element == WaitingEntry<Change, Update> {
    guard case .updates(let later) = entry, case .updates(var row) = last else {
      return append(entry)
    }
    // Taken out, so that the row is not copied for each update.
    removeLast()
    row += later
    append(.updates(row))
  }

  /// Takes out updates that wait and need not be done any more; steps through the history stay.
  ///
  /// - Parameter isReplaced: Asked for each update, and told whether neither a change nor a step
  ///   waits behind it.
  /// - Returns: What was taken out, in order.
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
