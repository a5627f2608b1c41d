extension LayoutSolver {
  /// Measures the content of a box, and replaces invalid numbers in the result.
  func measure(_ index: Int, width: AvailableLength, height: AvailableLength) -> Measurement {
    let node = boxes[index].node.takeUnretainedValue()
    guard case .measured(let content) = node.content else { return Measurement(size: .zero) }
    let measured = content.measure(width: width, height: height)
    return Measurement(
      size: Size(
        width: Self.size(measured.size.width), height: Self.size(measured.size.height)),
      baseline: measured.baseline.flatMap { $0.isFinite ? Length.limited($0) : nil })
  }

  /// Returns a length; 0 for NaN and negative lengths, and at most ``Length/limit``.
  static func size(_ length: Double) -> Double {
    length > 0 ? min(length, Length.limit) : 0
  }
}
