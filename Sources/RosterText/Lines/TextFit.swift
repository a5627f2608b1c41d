/// The size of a text in some room.
struct TextFit {
  var lineCount: Int
  /// The width of the widest line.
  var width: Double
}
