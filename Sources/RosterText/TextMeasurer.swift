/// What knows how wide the runs of a text are, and how high its lines.
///
/// A measurer is a pure function of the text: where lines end is not its concern, and it is asked
/// once for a text, however often that is measured.
public protocol TextMeasurer: Sendable {
  /// How high a line is, and where text stands in it.
  var lineMetrics: LineMetrics { get }
  /// How far apart tab stops are; a tab reaches to the next one.
  var tabWidth: Double { get }

  /// Sets the widths of runs, and where shapes depend on what is beside them, the adjustments of the
  /// lines that end and begin between two of them.
  ///
  /// Newlines and tabs are runs of their own; their widths do not count.
  ///
  /// - Parameters:
  ///   - runs: All runs of the text, in order.
  ///   - text: The text; contiguous UTF-8.
  func measure(_ runs: inout [TextRun], of text: String)
}
