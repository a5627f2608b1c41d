internal import RosterLayout
internal import RosterText

/// A title and the room that a control takes besides it.
struct ControlContent: MeasuredContent {
  let title: TextContent
  /// What is beside the title: an icon, brackets, a knob.
  var extraWidth = 0.0
  /// The least height of the title.
  var height = 0.0

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    var measured = title.measure(width: width.adding(-extraWidth), height: .maxContent)
    measured.size.width = width.fitted(measured.size.width + extraWidth)
    measured.size.height = height.fitted(max(measured.size.height, self.height))
    return measured
  }
}

/// Content that wants to have a size, and takes any other.
struct SizedContent: MeasuredContent {
  let size: Size

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    MeasuredSize(size: Size(width: width.fitted(size.width), height: height.fitted(size.height)))
  }
}

extension AvailableLength {
  /// The length that content gets which wants another.
  fileprivate func fitted(_ wanted: Double) -> Double {
    switch self {
    case .exactly(let length): max(0, length)
    case .atMost(let length): max(0, min(length, wanted))
    case .minContent, .maxContent: wanted
    }
  }

  fileprivate func adding(_ difference: Double) -> AvailableLength {
    switch self {
    case .exactly(let length): .exactly(max(0, length + difference))
    case .atMost(let length): .atMost(max(0, length + difference))
    case .minContent, .maxContent: self
    }
  }
}

extension LayoutLength {
  /// The points; 0 for everything else.
  var fixedPoints: Double {
    if case .points(let points) = self, points.isFinite { points } else { 0 }
  }
}
