/// The values that the user has made and the program was told of, and that it may set in turn.
///
/// A program that keeps a value in its own state sets it some time later, when the user may have
/// gone on. Such a value is no wish of the program:
///
///     typed and told of   a  ab  abc
///     the program sets    a          an echo: the field keeps "abc"
///     the program sets    ABC        a wish: the field shows it
struct Echoes<Value: Equatable> {
  /// The oldest first.
  private var told: [Value] = []

  /// A program that sets nothing must not make this grow.
  private static var countMax: Int { 64 }

  mutating func tell(_ value: Value) {
    told.append(value)
    if told.count > Self.countMax { told.removeFirst() }
  }

  /// Returns whether the program only sets what it was told. Older values count as set then, and all
  /// if it sets another one.
  mutating func isEcho(_ value: Value) -> Bool {
    guard let index = told.firstIndex(of: value) else {
      told = []
      return false
    }
    told.removeSubrange(...index)
    return true
  }
}
