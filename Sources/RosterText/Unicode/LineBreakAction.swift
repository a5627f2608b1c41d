/// The result of the rules of UAX #14 for a place between two characters.
enum LineBreakAction: UInt8 {
  case prohibited
  case allowed
  case mandatory
  /// Prohibited if a number follows the next character, otherwise allowed.
  case prohibitedBeforeNumber
}
