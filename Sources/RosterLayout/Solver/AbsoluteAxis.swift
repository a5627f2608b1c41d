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
  var alignment = Alignment.stretch

  /// The alignment of the box between its insets.
  enum Alignment {
    case stretch
    case start
    case center
    case end
  }

  /// Whether the insets alone determine the size.
  var isStretched: Bool { !start.isNaN && !end.isNaN && alignment == .stretch }

  /// The room between the insets.
  ///
  /// - Parameter room: The room if no inset is given.
  func room(static room: Double) -> Double {
    if start.isNaN && end.isNaN { return room }
    return blockSize - (start.isNaN ? 0 : start) - (end.isNaN ? 0 : end)
  }

  /// CSS Box Alignment 3, section 4.4: a box that is larger than the room between its insets is
  /// moved as far as needed to be within its containing block; its start has priority over its end.
  private func aligned(size: Double) -> Double {
    var first = blockStart + start
    var last = blockStart + blockSize - end
    let place: Double
    // Insets that cross leave no room; the box begins, ends or is centered where they cross.
    switch alignment {
    case .stretch, .start:
      last = max(last, first)
      place = first
    case .end:
      first = min(first, last)
      place = last - size
    case .center:
      if first > last { (first, last) = ((first + last) / 2, (first + last) / 2) }
      place = (first + last - size) / 2
    }
    if size <= last - first { return place }
    return max(min(place, blockStart + blockSize - size), blockStart)
  }

  /// Returns where the box begins; NaN if no inset is given.
  ///
  /// CSS Positioned Layout 3, section 4.4: `auto` margins share the room that remains between two
  /// insets.
  func position(
    size: Double, marginStart: Double, marginEnd: Double, startIsAuto: Bool, endIsAuto: Bool
  ) -> Double {
    if start.isNaN {
      if end.isNaN { return .nan }
      return blockStart + blockSize - end - marginEnd - size
    }
    if end.isNaN { return blockStart + start + marginStart }
    let free = blockSize - start - end - size - marginStart - marginEnd
    let first = blockStart + start + marginStart
    if free >= 0 && (startIsAuto || endIsAuto) {
      return first + (startIsAuto ? (endIsAuto ? free / 2 : free) : 0)
    }
    if alignment == .stretch { return isReversed ? first + free : first }
    return aligned(size: marginStart + size + marginEnd) + marginStart
  }
}
