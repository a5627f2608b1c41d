/// A length that was found out for a box under some constraints.
struct Measure {
  /// What was found out, and the meaning of the constraints.
  enum Kind: UInt8 {
    /// The least width of the content at a height; NaN for an unknown height.
    case minWidth
    /// The width of the content with unlimited room, at a height.
    case maxWidth
    /// The height of the content at a width, with lines up to a limit.
    case height
    /// The height of the content at a width, if its height is given.
    case givenHeight
    /// The height of a text at a width. The second number is its baseline; NaN for none.
    case text
    /// The baseline of a box of some width and height.
    case baseline
    /// The same, if percentages may refer to the height.
    case definiteBaseline
    /// The last baseline of a box of some width and height.
    case lastBaseline
    /// The same, if percentages may refer to the height.
    case definiteLastBaseline
  }

  let kind: Kind
  /// The number of the lengths to which percentages refer, for boxes whose content depends on them
  /// (see ``LayoutSolver/RuleMemory``); 0 for others.
  var parent: UInt16
  /// The index of the measure of the same box that was found before; -1 for none.
  fileprivate(set) var previous: Int32
  let first: Double
  let second: Double
  let value: Double
}

/// The measures of all boxes. Each box has a list of its own, with the last measure at its head.
///
/// So the memory of a pass is that of its boxes and of what was asked about them: most boxes have
/// few measures, and those with lengths of their own have none.
struct Measures {
  private var measures: UnsafeMutablePointer<Measure>
  private(set) var count = 0
  private var capacity: Int
  /// Whether the measures are in the memory of the pass.
  private var isInPassMemory: Bool

  /// The maximum number of constraints of a kind under which a box is measured exactly.
  ///
  /// Each height of a container may lead to several heights of its items: one before they flex, one
  /// after that, and one for each limit. So the number of constraints may double with each level,
  /// for example in columns that wrap and whose heights are percentages. Beyond this maximum the
  /// answer under the nearest known constraints is taken. A tree then takes time in proportion to
  /// its boxes, whatever their styles are.
  static let constraintsMax = 24

  /// The result of a search.
  struct Answer {
    /// The length; NaN if it is not known.
    var value: Double
    /// Whether it was found under other constraints than asked for.
    var isEstimate = false
  }

  init(in memory: PassMemory? = nil) {
    isInPassMemory = memory != nil
    capacity = memory == nil ? 16 : PassMemory.measuresMax
    measures = memory?.measures ?? .allocate(capacity: capacity)
  }

  func deallocate() {
    if !isInPassMemory { measures.deallocate() }
  }

  /// The bytes in use.
  var byteCount: Int { (isInPassMemory ? count : capacity) * MemoryLayout<Measure>.stride }

  subscript(index: Int32) -> Measure { measures[Int(index)] }

  /// Appends a measure to the list of a box.
  ///
  /// - Parameter head: The head of the list; -1 for an empty one.
  mutating func insert(
    _ value: Double, _ kind: Measure.Kind, _ first: Double, _ second: Double, parent: UInt16,
    at head: inout Int32
  ) {
    insert(
      Measure(
        kind: kind, parent: parent, previous: head, first: first, second: second, value: value),
      at: &head)
  }

  /// Appends a measure that may come from an earlier pass.
  mutating func insert(_ measure: Measure, at head: inout Int32) {
    if count == capacity { grow() }
    (measures + count).initialize(to: measure)
    measures[count].previous = head
    head = Int32(truncatingIfNeeded: count)
    count += 1
  }

  /// Finds a length under constraints, or under the nearest ones if many are known.
  @inline(__always)
  func answer(
    _ kind: Measure.Kind, _ first: Double, _ second: Double, parent: UInt16, from head: Int32
  ) -> Answer {
    var index = head
    var known = 0
    while index >= 0 {
      let measure = measures + Int(index)
      if measure.pointee.kind == kind && measure.pointee.parent == parent {
        // By their bits, since NaN is an unknown length.
        if measure.pointee.first.bitPattern == first.bitPattern,
          measure.pointee.second.bitPattern == second.bitPattern
        {
          return Answer(value: measure.pointee.value)
        }
        known += 1
      }
      index = measure.pointee.previous
    }
    if known < Self.constraintsMax { return Answer(value: .nan) }
    return nearest(kind, first, second, parent: parent, from: head)
  }

  /// Finds the length under the nearest constraints in which the same numbers are known.
  private func nearest(
    _ kind: Measure.Kind, _ first: Double, _ second: Double, parent: UInt16, from head: Int32
  ) -> Answer {
    var (index, found) = (head, Answer(value: .nan))
    var least = Double.infinity
    while index >= 0 {
      let measure = measures[Int(index)]
      if measure.kind == kind && measure.parent == parent {
        let distance =
          Self.distance(measure.first, first) + Self.distance(measure.second, second)
        if distance < least {
          (least, found) = (distance, Answer(value: measure.value, isEstimate: true))
        }
      }
      index = measure.previous
    }
    return found
  }

  /// Returns how far two constraints are apart; infinite if only one is known and finite.
  private static func distance(_ first: Double, _ second: Double) -> Double {
    if first.bitPattern == second.bitPattern { return 0 }
    let distance = (first - second).magnitude
    return distance.isNaN ? .infinity : distance
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Measure>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: measures, count: count)
    deallocate()
    measures = larger
    isInPassMemory = false
    capacity *= 2
  }
}
