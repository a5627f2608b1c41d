/// An axis of the containing block of an absolute box, with the insets of the box along it.
struct AbsoluteAxis {
  /// The inset from the left or from above; NaN for `auto`.
  let start: Double
  /// The inset from the right or from below; NaN for `auto`.
  let end: Double
  /// The edge where the containing block begins.
  let blockStart: Double
  let blockSize: Double
  /// Whether text runs from right to left along this axis. The inset from the right then wins if
  /// both insets and the size are given.
  let isReversed: Bool
  let isHorizontal: Bool
  var alignment = Place.normal
  /// What becomes of the alignment of a box that is larger than the room.
  var excess = Alignment.Excess.normal

  /// The alignment of the box between its insets: that of the box itself, never one that its
  /// container gives its items (CSS Box Alignment 3, section 6.1).
  enum Place {
    /// As stretched, but where its insets say if it has a size.
    case normal
    case stretch
    case start
    case center
    case end

    init(_ alignment: Alignment?) {
      switch alignment?.place {
      case nil: self = .normal
      case .stretch: self = .stretch
      case .center: self = .center
      case .end, .flexEnd, .lastBaseline: self = .end
      default: self = .start
      }
    }
  }

  /// Whether the insets alone determine the size.
  var isStretched: Bool {
    !start.isNaN && !end.isNaN && (alignment == .normal || alignment == .stretch)
  }

  /// The room between the insets.
  ///
  /// - Parameter room: The edges of the room if no inset is given.
  func room(static room: (first: Double, last: Double)) -> Double {
    if start.isNaN && end.isNaN { return room.last - room.first }
    let (first, last) = edges
    return last - first
  }

  /// The edges of the room between the insets.
  ///
  /// CSS Positioned Layout 3, section 4.1: if the room would be negative, the weaker inset, which is
  /// the one at the end, is reduced until the room is 0.
  private var edges: (first: Double, last: Double) {
    let first = start.isNaN ? blockStart : blockStart + start
    let last = end.isNaN ? blockStart + blockSize : blockStart + blockSize - end
    if first <= last { return (first, last) }
    return isReversed ? (last, last) : (first, first)
  }

  /// CSS Box Alignment 3, section 4.4: a box that is larger than the room between its insets is
  /// moved as far as needed to be within that room and its containing block together; its start has
  /// priority over its end.
  private func aligned(size: Double) -> Double {
    let (first, last) = edges
    let (blockFirst, blockLast) = (blockStart, blockStart + blockSize)
    if isReversed {
      // The same, seen from the other side.
      return -size
        - aligned(size: size, between: (-last, -first), in: (-blockLast, -blockFirst))
    }
    return aligned(size: size, between: (first, last), in: (blockFirst, blockLast))
  }

  private func aligned(
    size: Double, between edges: (first: Double, last: Double),
    in block: (first: Double, last: Double)
  ) -> Double {
    let (first, last) = edges
    let place: Double
    switch alignment {
    case .normal, .stretch, .start: place = first
    case .end: place = last - size
    case .center: place = (first + last - size) / 2
    }
    if size <= last - first || excess == .unsafe { return place }
    if excess == .safe { return first }
    return max(min(place, max(last, block.last) - size), min(first, block.first))
  }

  /// Returns where the box begins; NaN if no inset is given.
  func position(
    size: Double, marginStart: Double, marginEnd: Double, startIsAuto: Bool, endIsAuto: Bool
  ) -> Double {
    if start.isNaN {
      if end.isNaN { return .nan }
      return blockStart + blockSize - end - marginEnd - size
    }
    if end.isNaN { return blockStart + start + marginStart }
    let (first, last) = edges
    let free = last - first - size - marginStart - marginEnd
    if startIsAuto || endIsAuto {
      return first + marginStart + autoMargin(free, startIsAuto: startIsAuto, endIsAuto: endIsAuto)
    }
    if alignment == .normal { return first + marginStart + (isReversed ? free : 0) }
    return aligned(size: marginStart + size + marginEnd) + marginStart
  }

  /// Returns the margin at the start, of which one or both are `auto`.
  ///
  /// CSS 2.1, sections 10.3.7 and 10.6.4: one `auto` margin takes all that remains, even if that is
  /// negative. Two take a half each. If that makes those along a line of text negative, the one
  /// where text begins is 0.
  private func autoMargin(_ free: Double, startIsAuto: Bool, endIsAuto: Bool) -> Double {
    guard startIsAuto else { return 0 }
    guard endIsAuto else { return free }
    if free >= 0 || !isHorizontal { return free / 2 }
    return isReversed ? free : 0
  }
}
