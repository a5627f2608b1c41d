/// The last steps of an editing. The oldest ones are forgotten.
struct TextHistory: Codable, Hashable {
  /// What was replaced by what.
  struct Step: Codable, Hashable {
    var offset: Int
    var removed: String
    var inserted: String
    /// What was selected before.
    var before: TextSelection

    var byteCount: Int { removed.utf8.count + inserted.utf8.count }

    var change: TextChange { TextChange(offset..<(offset + removed.utf8.count), inserted) }

    var inverse: TextChange { TextChange(offset..<(offset + inserted.utf8.count), removed) }
  }

  /// What a step is to the next one.
  enum Kind: String, Codable, Hashable {
    /// Typed text, which the next typed text continues.
    case typing
    /// Deleted characters, which the next deleted one continues.
    case deleting
    /// Neither.
    case alone
  }

  /// A step that is taken back or done again.
  struct Taken {
    var change: TextChange
    var selection: TextSelection
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  /// What may continue the last step.
  private var open = Kind.alone

  var canUndo: Bool { !done.isEmpty }

  var canRedo: Bool { !undone.isEmpty }

  /// Lets no further step continue the last one.
  mutating func close() { open = .alone }

  /// Adds a step, or continues the last one with it.
  mutating func add(_ step: Step, _ kind: Kind) {
    undone = []
    if kind == open, let last = done.last, let both = Self.joined(last, step, kind) {
      done[done.count - 1] = both
    } else {
      done.append(step)
    }
    open = kind
    var byteCount = done.reduce(0) { $0 + $1.byteCount }
    while done.count > TextEditing.undoDepthMax || byteCount > TextEditing.undoByteCountMax {
      byteCount -= done.removeFirst().byteCount
    }
  }

  /// Takes the last step back.
  mutating func undo() -> Taken? {
    close()
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return Taken(change: step.inverse, selection: step.before)
  }

  /// Does the step again that was taken back last.
  mutating func redo() -> Taken? {
    close()
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    let change = step.change
    return Taken(change: change, selection: TextSelection(at: change.insertedRange.upperBound))
  }

  /// Returns one step for two if the second one continues the first.
  private static func joined(_ first: Step, _ second: Step, _ kind: Kind) -> Step? {
    var both = first
    switch kind {
    case .typing:
      guard second.removed.isEmpty, second.offset == first.change.insertedRange.upperBound
      else { return nil }
      // Each word is a step of its own.
      let endsWord = first.inserted.last?.isWhitespace ?? false
      if endsWord, !(second.inserted.first?.isWhitespace ?? true) { return nil }
      both.inserted += second.inserted
    case .deleting:
      if second.offset == first.offset {
        both.removed += second.removed
      } else if second.offset + second.removed.utf8.count == first.offset {
        both.removed = second.removed + first.removed
        both.offset = second.offset
      } else {
        return nil
      }
    case .alone: return nil
    }
    return both
  }

  /// Returns whether the steps are those of a text: a stored history may be of another one.
  func fits(_ text: String) -> Bool {
    func fit(_ changes: [(now: String, change: TextChange)]) -> Bool {
      var text = text
      for (now, change) in changes {
        // An offset of a stored step may be any number.
        guard change.range.lowerBound >= 0, change.range.upperBound <= text.utf8.count,
          text.part(change.range).utf8.elementsEqual(now.utf8)
        else { return false }
        text = text.applying(change)
      }
      return true
    }
    let offsets = done.map(\.offset) + undone.map(\.offset)
    guard offsets.allSatisfy({ 0...Int(Int32.max) ~= $0 }) else { return false }
    return fit(done.reversed().map { ($0.inserted, $0.inverse) })
      && fit(undone.reversed().map { ($0.removed, $0.change) })
  }
}
