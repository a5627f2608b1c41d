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
  /// Empty until the text is first measured; then it owns what was found, and does not change again.
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

  /// The text with the widths of its runs, measured by whoever asks first.
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
