/// Measures the widths of the runs of a text and the height of its lines.
///
/// A measurer is a pure function of the text. It does not decide where lines end, and it is called
/// once for a text, however often the text is laid out.
public protocol TextMeasurer: Sendable {
  /// The height of a line, and the baseline in it.
  var lineMetrics: LineMetrics { get }
  /// The distance between tab stops; a tab extends to the next one.
  var tabWidth: Double { get }

  /// Sets the widths of runs. If shapes depend on their neighbours, it also sets the adjustments
  /// for lines that end or begin between two runs.
  ///
  /// Newlines and tabs are runs of their own; their widths do not count.
  ///
  /// - Parameters:
  ///   - runs: All runs of the text, in order.
  ///   - text: The text; contiguous UTF-8.
  func measure(_ runs: inout [TextRun], of text: String)
}
