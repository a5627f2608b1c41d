package import RosterJSON
package import RosterLayout

/// How a view is drawn otherwise than it is laid out: while an animation plays, or as its description says.
package struct ViewMotion: Equatable {
  /// How much of it is seen, from 0 to 1.
  package var opacity = 1.0
  /// How far it is from its place, in points.
  package var translation = Point(x: 0, y: 0)
  /// Its scale about its centre; 1 is its size.
  package var scale = 1.0
  /// Its rotation about its centre, clockwise, in radians.
  package var rotation = 0.0

  /// A view where it is laid out.
  package init() {}

  /// Reads the attributes of a view. What is missing or of another type is as in a new view.
  package init(_ attributes: JSONObject) {
    func number(_ name: String) -> Double? { attributes[name]?.numberValue }
    opacity = min(max(number("opacity") ?? 1, 0), 1)
    let distances = (attributes["translation"]?.arrayValue ?? []).compactMap(\.numberValue)
    if distances.count == 2 { translation = Point(x: distances[0], y: distances[1]) }
    scale = number("scale") ?? 1
    rotation = number("rotation") ?? 0
  }

  /// The attributes by which views are drawn otherwise.
  package static let attributeNames: Set = ["opacity", "translation", "scale", "rotation"]
}
