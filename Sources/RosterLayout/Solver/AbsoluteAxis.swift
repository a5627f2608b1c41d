/// An axis of the containing block of an absolute box, with the insets of the box along it.
struct AbsoluteAxis {
  /// The inset from the left or from above; NaN for `auto`.
  let start: Double
  /// The inset from the right or from below; NaN for `auto`.
  let end: Double
  /// Where the containing block begins.
  let blockStart: Double
  let blockSize: Double
  /// Whether text runs from right to left along this axis, so that the inset from the right counts
  /// where there are too many.
  let isReversed: Bool
  var alignment = Alignment.stretch

  /// How the box stands between its insets.
  enum Alignment {
    case stretch
    case start
    case center
    case end
  }

  /// Whether the insets alone give a size.
  var isStretched: Bool { !start.isNaN && !end.isNaN && alignment == .stretch }

  /// The room between the insets.
  ///
  /// - Parameter room: What there is if none is given.
  func room(static room: Double) -> Double {
    if start.isNaN && end.isNaN { return room }
    return blockSize - (start.isNaN ? 0 : start) - (end.isNaN ? 0 : end)
  }

  /// CSS Box Alignment 3, section 4.4: a box that is larger than the room between its insets is moved
  /// as far as needed for it to be within its containing block, its start before its end.
  private func aligned(size: Double, from first: Double, free: Double) -> Double {
    let place: Double
    switch alignment {
    case .stretch, .start: place = first
    case .center: place = first + free / 2
    case .end: place = first + free
    }
    if free >= 0 { return place }
    return max(min(place, blockStart + blockSize - size), blockStart)
  }

  /// Where the box begins; NaN where no inset is given.
  ///
  /// CSS Positioned Layout 3, section 4.4: `auto` margins share what is left between two insets.
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
    switch (startIsAuto, endIsAuto) {
    case (true, true):
      if free >= 0 { return first + free / 2 }
      return isReversed ? first + free : first
    case (true, false): return first + free
    case (false, true): return first
    case (false, false):
      if alignment == .stretch { return isReversed ? first + free : first }
      return aligned(
        size: marginStart + size + marginEnd, from: blockStart + start, free: free) + marginStart
    }
  }
}
