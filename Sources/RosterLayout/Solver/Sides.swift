/// A number for each side of a box.
struct Sides: Hashable, Sendable {
  var left = 0.0
  var right = 0.0
  var top = 0.0
  var bottom = 0.0

  @inline(__always)
  var horizontal: Double { left + right }
  @inline(__always)
  var vertical: Double { top + bottom }
}
