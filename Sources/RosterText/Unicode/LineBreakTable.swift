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
