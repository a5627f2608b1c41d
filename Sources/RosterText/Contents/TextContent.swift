import Synchronization

/// A text as the content of a box. Immutable.
///
/// The text is cut into runs and measured once, when its size is first asked for; the runs are then
/// put into lines for each width that is asked for, and the last few results are remembered. Any
/// number of threads may measure at the same time.
///
/// White space is kept as it is, and does not count at the end of a line that is broken
/// (`white-space: pre-wrap` of CSS Text 3). A newline ends its line; no line follows the last
/// newline. An empty text has no lines and no size.
public final class TextContent: Sendable {
  /// The text; each newline is a space unless the options preserve them.
  public let text: String
  /// How wide its characters are.
  public let measurer: any TextMeasurer
  /// How it is set.
  public let options: TextOptions
  private let storedMeasurement = AtomicLazyReference<MeasuredText>()

  /// Makes a text.
  public init(
    _ text: String, measurer: any TextMeasurer, options: TextOptions = TextOptions()
  ) {
    var text = text
    if !options.preservesNewlines, text.contains(where: \.isNewline) {
      text = String(text.map { $0.isNewline ? " " : $0 })
    }
    text.makeContiguousUTF8()
    (self.text, self.measurer, self.options) = (text, measurer, options)
  }

  /// The text with the widths of its runs, measured by whoever asks first.
  var measured: MeasuredText {
    if let measured = storedMeasurement.load() { return measured }
    let typeset = TypesetText(text, measurer: measurer, options: options)
    return storedMeasurement.storeIfNil(MeasuredText(typeset))
  }
}
