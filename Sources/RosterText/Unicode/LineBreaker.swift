/// Visits a text and determines between which characters a line may end (UAX #14).
struct LineBreaker {
  private let table = LineBreakTable.shared
  private var state: UInt8
  private var last: UInt8 = 0

  init() { state = table.start }

  /// Returns whether a line may end before the next character.
  ///
  /// - Parameters:
  ///   - next: The raw value of the class of the next character.
  ///   - isNumber: Returns whether the character after the next one is a digit. It is called only
  ///     after a currency sign and the like.
  @inline(__always)
  mutating func step(_ next: UInt8, numberFollows isNumber: () -> Bool) -> LineBreakAction {
    let entry = table.entry(state, next)
    let isJoined = last == LineBreakClass.zeroWidthJoiner.rawValue
    last = next
    state = entry & 63
    // Newlines end a line even after a joiner, but no rule would break before them.
    if isJoined { return .prohibited }  // LB8a
    switch entry >> 6 {
    case 0: return .prohibited
    case 1: return .allowed
    case 2: return .mandatory
    default: return isNumber() ? .prohibited : .allowed
    }
  }
}

/// ``LineBreakRules`` for every state and every class, computed once.
///
/// `@unchecked Sendable`: the memory is written before `shared` is published, never written again
/// and never freed.
struct LineBreakTable: @unchecked Sendable {
  static let shared = LineBreakTable()

  /// The index of the state at the start of a text.
  let start: UInt8
  /// An entry for each state and class: the action in the upper two bits, the next state in the
  /// lower ones.
  private let entries: UnsafePointer<UInt8>

  private init() {
    let states = LineBreakState.all
    precondition(states.count <= 64, "a state fits into six bits")
    var indices: [LineBreakState: UInt8] = [:]
    for (index, state) in states.enumerated() { indices[state] = UInt8(index) }
    func index(_ state: LineBreakState) -> UInt8 {
      guard let index = indices[state] else { preconditionFailure("\(state) is not listed") }
      return index
    }

    let entries = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * 64)
    entries.initialize(repeating: 0, count: 64 * 64)
    for state in states {
      for next in LineBreakClass.allCases {
        let isMark = next == .combiningMark || next == .zeroWidthJoiner
        let entry: UInt8
        if isMark, LineBreakRules.marksBelong(to: state) {
          entry = LineBreakAction.prohibited.rawValue << 6 | index(state)
        } else {
          let counted = isMark ? LineBreakClass.alphabetic : next
          let action = LineBreakRules.action(state, counted)
          entry = action.rawValue << 6 | index(state.followed(by: counted))
        }
        entries[Int(index(state)) << 6 | Int(next.rawValue)] = entry
      }
    }
    start = index(.start)
    self.entries = UnsafePointer(entries)
  }

  /// Returns the entry for a state and a class.
  @inline(__always)
  func entry(_ state: UInt8, _ next: UInt8) -> UInt8 { entries[Int(state) << 6 | Int(next)] }
}

/// The result of the rules of UAX #14 for a place between two characters.
enum LineBreakAction: UInt8 {
  case prohibited
  case allowed
  case mandatory
  /// Prohibited if a number follows the next character, otherwise allowed.
  case prohibitedBeforeNumber
}
