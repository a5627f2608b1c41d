public import RosterLayout

extension TextContent: MeasuredContent {
  /// Returns the size of the text in some room.
  ///
  /// If the room leaves it open, the width is that of the widest line and the height that of all
  /// lines, both rounded up to whole points and limited by the room. The minimum width is that of
  /// the longest run that cannot be broken. The maximum width is that of the longest line if only
  /// newlines end lines.
  ///
  /// - Complexity: O(*n*) for a text of length *n*; O(1) if there is room for every line, or for
  ///   one of the last few widths.
  public func measure(width: AvailableLength, height: AvailableLength) -> Measurement {
    let measured = measured
    let room: Double
    switch width {
    case .exactly(let length), .atMost(let length): room = length
    case .minContent: room = measured.minimumWidth
    case .maxContent: room = .infinity
    }
    var fit = measured.fit(room: room)
    // Lines may be hidden that need this width, and the visible ones may be narrower.
    if width == .minContent { fit.width = room }
    let metrics = measured.typeset.lineMetrics
    let size = Size(
      width: width.length(of: fit.width),
      height: height.length(of: Double(fit.lineCount) * metrics.height))
    return Measurement(size: size, baseline: fit.lineCount > 0 ? metrics.baseline : nil)
  }
}

extension AvailableLength {
  /// The length that content of some length gets.
  fileprivate func length(of content: Double) -> Double {
    switch self {
    case .exactly(let length) where length >= 0: length
    case .atMost(let length) where length < content.rounded(.up): max(0, length)
    case .exactly, .atMost, .minContent, .maxContent: content.rounded(.up)
    }
  }
}
