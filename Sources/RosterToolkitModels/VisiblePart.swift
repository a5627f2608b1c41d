/// The part of rows that a scroll view shows: the rows stand one behind the other, and have heights.
///
/// What comes, goes or becomes higher before the part does not change the offset, so it moves the rows on the screen: views of
/// UIKit are reported to do so. Layouts are known that correct the offset themselves. This one does not.
struct VisiblePart {
  /// Where the part begins, in points from the start of the rows.
  var offset = 0.0
  /// How long it is; 0 if the view was given no size.
  var length = 0.0

  /// Returns the offset at the end of the rows.
  func offsetMax(contentLength: Double) -> Double { max(0, contentLength - length) }

  /// Moves the part back to where rows are, as a scroll view does when it is laid out.
  mutating func clamp(contentLength: Double) {
    offset = offset > 0 ? min(offset, offsetMax(contentLength: contentLength)) : 0
  }

  /// Returns the indexes of the rows of which any part is shown, ascending.
  func rows(of heights: some Sequence<Double>) -> [Int] {
    var (rows, start): ([Int], Double) = ([], 0)
    for (row, height) in heights.enumerated() {
      if start >= offset + length { break }
      if start + height > offset { rows.append(row) }
      start += height
    }
    return rows
  }

  /// Says what is wrong with an offset that a program sets; `nil` if nothing is.
  ///
  /// - Parameters:
  ///   - group: What the view is told several changes within, if it is within that.
  ///   - isScrolled: Whether the user scrolls.
  func refusal(
    of offset: Double, contentLength: Double, within group: String?, isScrolled: Bool = false
  ) -> String? {
    if let group { return "the offset is set within \(group)" }
    if isScrolled { return "the offset is set while the user scrolls, which ends that" }
    let offsetMax = offsetMax(contentLength: contentLength)
    if !(-0.001...offsetMax + 0.001).contains(offset) {
      return "the offset \(offset) is set, and the rows end at \(offsetMax)"
    }
    return nil
  }
}
