/// What a text takes in some room.
struct TextFit {
  var lineCount: Int
  /// The width of the widest line.
  var width: Double
}
