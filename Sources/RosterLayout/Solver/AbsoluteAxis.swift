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

  /// Whether the insets alone give a size.
  var isStretched: Bool { !start.isNaN && !end.isNaN }

  /// The room between the insets.
  ///
  /// - Parameter room: What there is if none is given.
  func room(static room: Double) -> Double {
    if start.isNaN && end.isNaN { return room }
    return blockSize - (start.isNaN ? 0 : start) - (end.isNaN ? 0 : end)
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
    case (false, false): return isReversed ? first + free : first
    }
  }
}
