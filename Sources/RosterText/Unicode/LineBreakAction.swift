/// What the rules of UAX #14 say of a place between two characters.
enum LineBreakAction: UInt8 {
  case prohibited
  case allowed
  case mandatory
  /// Prohibited if a number follows after the next character, otherwise allowed.
  case prohibitedBeforeNumber
}
