import RosterTestKit

/// What is done to lists of which two are kept together with a third one.
enum TogetherStep: Hashable, Sendable, CustomStringConvertible {
  /// Opens the file, and makes it if it is missing.
  case open
  /// Opens a list, and makes it if it is missing.
  case openList(TogetherList)
  /// Changes the numbers.
  case change(Int)
  /// Moves a number to the other list, in one transaction.
  case joint(Int)
  case undo
  case redo
  /// Takes back the last change of the numbers in all lists that it has changed.
  case jointUndo
  /// Removes old revisions of the numbers.
  case compact
  case close

  var description: String {
    switch self {
    case .open: "open"
    case .openList(let list): "open \(list)"
    case .change(let number): "change \(number)"
    case .joint(let number): "change two lists \(number)"
    case .undo: "undo"
    case .redo: "redo"
    case .jointUndo: "undo in two lists"
    case .compact: "compact"
    case .close: "close"
    }
  }

  /// Everything that is open while lists are written.
  static let opening: [TogetherStep] = [.open] + TogetherList.allCases.map { .openList($0) }

  /// Changes of one list and of two, undone and redone, with restarts in between.
  ///
  /// - Parameter seed: Chooses the numbers.
  static func work(seed: UInt64, roundCount: Int = 3) -> [TogetherStep] {
    var random = SplitMix64(seed: seed)
    func change() -> TogetherStep { .change(random.index(below: 1_000)) }
    func joint() -> TogetherStep { .joint(random.index(below: 1_000)) }
    // A derived list has no revision of a source without one.
    var steps = opening.prefix { $0 != .openList(.shown) } + [change()]
    steps += [.openList(.shown), change(), .openList(.late)]
    for round in 0..<roundCount {
      if round > 0 { steps += [.close] + opening }
      steps += [change(), change(), .undo, change(), .undo, .redo]
      steps += [joint(), .jointUndo, joint(), change()]
      if round == 1 { steps += [.compact, change()] }
    }
    return steps + [.close]
  }

  /// What is open before a step of some.
  static func opened(before index: Int, of steps: [TogetherStep]) -> [TogetherStep] {
    var opened: [TogetherStep] = []
    for step in steps[..<index] {
      switch step {
      case .open, .openList: opened.append(step)
      case .close: opened = []
      case .change, .joint, .undo, .redo, .jointUndo, .compact: break
      }
    }
    return opened
  }
}
