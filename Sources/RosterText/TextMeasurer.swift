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

  /// Sets the widths of runs as ``measure(_:of:)`` does, where options affect the shapes of
  /// characters. By default it calls that function.
  ///
  /// Letter spacing is added to the widths afterwards, and not by a measurer. But letters that have
  /// spaces between them form no ligatures, and a given direction decides which shape some signs
  /// have.
  ///
  /// - Parameters:
  ///   - runs: All runs of the text, in order.
  ///   - text: The text; contiguous UTF-8.
  ///   - options: The options, as ``supported(_:)`` returned them.
  func measure(_ runs: inout [TextRun], of text: String, options: TextOptions)

  /// Returns options with lengths that the host can draw: a terminal draws whole cells only. By
  /// default it returns them unchanged.
  func supported(_ options: TextOptions) -> TextOptions
}

extension TextMeasurer {
  /// Sets the widths of runs, whatever the options are.
  public func measure(_ runs: inout [TextRun], of text: String, options: TextOptions) {
    measure(&runs, of: text)
  }

  /// Returns the options unchanged.
  public func supported(_ options: TextOptions) -> TextOptions { options }
}

/// The height of a line of text.
public struct LineMetrics: Hashable, Sendable {
  /// The distance from one line to the next.
  public var height: Double
  /// The baseline of the text in its line, from the top.
  public var baseline: Double

  /// Makes metrics. Lengths that are negative or not finite count as 0.
  public init(height: Double, baseline: Double) {
    self.height = height.isFinite ? max(0, height) : 0
    self.baseline = baseline.isFinite ? max(0, baseline) : 0
  }
}
