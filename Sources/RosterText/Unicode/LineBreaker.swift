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
