package import RosterComponents
internal import RosterLayout
package import RosterJSON

/// What one animation of one view changes. Bounds are a position and a size, so that two animations
/// of which one changes the position and one the bounds agree on the size.
package enum AnimatedAspect: Hashable, Sendable {
  /// An attribute: a colour, or ``opacity`` and so on.
  case attribute(String)
  /// The position in the view around it, as an array of *x* and *y*.
  case position
  /// The width and height, as an array.
  case size

  static let opacity = AnimatedAspect.attribute("opacity")
  static let translation = AnimatedAspect.attribute("translation")
  static let scale = AnimatedAspect.attribute("scale")
  static let rotation = AnimatedAspect.attribute("rotation")

  /// The value that a view has which has none, `nil` if only its class knows.
  private var plain: JSONValue? {
    switch self {
    case .opacity, .scale: 1
    case .translation: [0, 0]
    case .rotation: 0
    case .attribute, .position, .size: nil
    }
  }

  /// Returns the value that a description asks for, from which or to which to go.
  func value(in tree: ViewTree) -> JSONValue? { described(in: tree) ?? plain }

  /// Returns the value that a description has.
  func described(in tree: ViewTree) -> JSONValue? {
    switch self {
    case .attribute(let name): tree.spec.attributes[name]
    case .position: tree.frame.map { [.number($0.origin.x), .number($0.origin.y)] }
    case .size: tree.frame.map { [.number($0.size.width), .number($0.size.height)] }
    }
  }

  /// Returns a value that a view can have: a curve that overshoots leaves what an opacity or a size
  /// can be.
  func limited(_ value: JSONValue?) -> JSONValue? {
    switch (self, value) {
    case (.opacity, .number(let opacity)): .number(min(max(opacity, 0), 1))
    case (.size, .array(let sides)): .array(sides.map { .number(max($0.numberValue ?? 0, 0)) })
    default: value
    }
  }
}

/// One change of one aspect, in time.
package struct TimedChange: Sendable {
  package let aspect: AnimatedAspect
  /// When it begins to change, after its delay.
  package var begin: Double
  package let end: Double
  package let curve: AnimationTiming.Curve
  /// The value at the beginning; `nil` for the one that the view has then.
  package var from: JSONValue?
  /// The value at the end; `nil` for that of the view's description.
  package let to: JSONValue?

  /// Returns the value at a time, between the value before and that of the description.
  func value(at time: Double, from start: JSONValue?, described: JSONValue?) -> JSONValue? {
    guard time < end else { return to ?? described }
    let progress = curve.progress(at: time - begin, of: end - begin)
    guard let first = from ?? start, let last = to ?? described else {
      return progress < 0.5 ? from ?? start : to ?? described
    }
    return first.interpolated(to: last, at: progress)
  }
}

extension AnimationSpec {
  /// Returns the changes of single aspects that the animation is made of.
  ///
  /// - Parameter begin: When it begins.
  /// - Complexity: O(*n*) in the number of animations.
  package func changes(beginningAt begin: Double) -> [TimedChange] {
    var changes: [TimedChange] = []
    _ = append(to: &changes, beginningAt: begin)
    return changes
  }

  /// Appends the changes, and returns the end.
  private func append(to changes: inout [TimedChange], beginningAt begin: Double) -> Double {
    switch self {
    case .change(let property, let timing):
      let start = begin + timing.delay
      let end = start + timing.duration
      changes += property.aspects.map {
        TimedChange(
          aspect: $0.aspect, begin: start, end: end, curve: timing.curve, from: $0.from, to: $0.to)
      }
      return end
    case .sequence(let parts):
      return parts.reduce(begin) { $1.append(to: &changes, beginningAt: $0) }
    case .parallel(let parts):
      return parts.reduce(begin) { max($0, $1.append(to: &changes, beginningAt: begin)) }
    }
  }
}

extension AnimatedProperty {
  fileprivate typealias Part = (aspect: AnimatedAspect, from: JSONValue?, to: JSONValue?)

  fileprivate var aspects: [Part] {
    switch self {
    case .alpha(let ends): [ends.part(.opacity) { [$0] }]
    case .scale(let ends): [ends.part(.scale) { [$0] }]
    case .rotation(let ends): [ends.part(.rotation) { [$0] }]
    case .translation(let ends): [ends.part(.translation) { [$0.x, $0.y] }]
    case .position(let ends): [ends.part(.position) { [$0.x, $0.y] }]
    case .color(let name, let ends): [(.attribute(name), ends.from, ends.to)]
    case .bounds(let ends):
      [
        ends.part(.position) { [$0.origin.x, $0.origin.y] },
        ends.part(.size) { [$0.size.width, $0.size.height] },
      ]
    }
  }
}

extension AnimatedProperty.Ends {
  /// Values that are not finite count as left out: no view can have them.
  fileprivate func part(
    _ aspect: AnimatedAspect, _ numbers: (Value) -> [Double]
  ) -> AnimatedProperty.Part {
    func json(_ value: Value?) -> JSONValue? {
      guard let numbers = value.map(numbers), numbers.allSatisfy(\.isFinite) else { return nil }
      return numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map { .number($0) })
    }
    return (aspect, json(from), json(to))
  }
}
