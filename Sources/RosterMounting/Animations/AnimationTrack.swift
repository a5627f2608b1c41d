package import RosterJSON

/// The changes of one aspect of one view, one after the other. It is a pure function of the time
/// and of the value that the description has.
///
///     start   ──╲__                  the first change, after a delay
///                  ──────╱──         the second one, and then the description
package struct AnimationTrack: Sendable {
  package let aspect: AnimatedAspect
  /// The value before the first change.
  private var start: JSONValue?
  /// In the order of time. They do not overlap.
  private var changes: [TimedChange] = []
  /// What the description asks for at the end.
  private var described: JSONValue?

  /// - Parameters:
  ///   - aspect: What changes.
  ///   - start: The value at first, `nil` if only the view's class knows.
  ///   - described: The value of the description.
  package init(_ aspect: AnimatedAspect, from start: JSONValue?, described: JSONValue?) {
    self.aspect = aspect
    self.start = start
    self.described = described
  }

  /// When the last change ends.
  package var end: Double { changes.last?.end ?? -.infinity }

  /// Adds a change, which replaces those that it overlaps with.
  package mutating func add(_ change: TimedChange) {
    changes.removeAll { $0.begin < change.end && change.begin < $0.end }
    let index = changes.firstIndex { $0.begin >= change.end && $0.end > change.end }
    changes.insert(change, at: index ?? changes.endIndex)
  }

  /// Returns the value at a time.
  package func value(at time: Double) -> JSONValue? {
    var value = changes.first?.from ?? start
    for change in changes {
      guard change.begin <= time else { break }
      value = change.value(at: time, from: value, described: described)
    }
    return aspect.limited(value)
  }

  /// Lets the track end at another value of the description. A change that is under way goes on
  /// from where it is, for the rest of its time.
  package mutating func follow(_ described: JSONValue?, at time: Double) {
    guard described != self.described else { return }
    if let index = changes.firstIndex(where: { $0.begin < time && time < $0.end }) {
      if changes[index].to == nil {
        start = value(at: time)
        changes[index].begin = time
        changes[index].from = nil
        changes.removeFirst(index)
      }
    }
    self.described = described
  }

  /// Returns the next time at which the value may be another one; `nil` after the end.
  package func nextTime(after time: Double) -> Double? {
    guard let change = changes.first(where: { time < $0.end }) else { return nil }
    return max(time, change.begin)
  }
}
