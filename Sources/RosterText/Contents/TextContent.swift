import Synchronization

/// A text as the content of a box. Immutable.
///
/// The text is split into runs and measured once, when its size is first needed. The runs are then
/// put into lines for each width, and the last few results are kept. Any number of threads may
/// measure at the same time.
///
/// White space is preserved, and does not count at the end of a line that is broken
/// (`white-space: pre-wrap` of CSS Text 3). A newline ends its line; no line follows the last
/// newline. An empty text has no lines and no size.
public final class TextContent: Sendable {
  /// The text; each newline is a space unless the options preserve them.
  public let text: String
  /// The measurer of its runs.
  public let measurer: any TextMeasurer
  /// The options for its lines.
  public let options: TextOptions
  /// Empty until the text is first measured. Then it owns the result, and does not change again.
  private let stored = Atomic<Unmanaged<MeasuredText>?>(nil)

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

  deinit { stored.load(ordering: .acquiring)?.release() }

  /// The text with the widths of its runs. The thread that needs it first measures the text.
  ///
  /// `AtomicLazyReference` does the same, but at several times the cost of measuring a short text.
  var measured: MeasuredText {
    if let stored = stored.load(ordering: .acquiring) { return stored.takeUnretainedValue() }
    let typeset = TypesetText(text, measurer: measurer, options: options)
    let measured = MeasuredText(typeset)
    let owned = Unmanaged.passRetained(measured)
    let (isFirst, other) = stored.compareExchange(
      expected: nil, desired: owned, ordering: .acquiringAndReleasing)
    guard !isFirst, let other else { return measured }
    owned.release()
    return other.takeUnretainedValue()
  }
}
