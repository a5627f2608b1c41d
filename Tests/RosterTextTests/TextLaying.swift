import RosterLayout
import RosterText

/// What is drawn of each line of a text in a room of so many columns.
func lines(
  _ text: String, _ width: Double, _ options: TextOptions = TextOptions(),
  measurer: any TextMeasurer = TerminalMeasurer()
) -> [String] {
  let content = TextContent(text, measurer: measurer, options: options)
  return content.lines(in: Size(width: width, height: .infinity)).map(content.string)
}

/// The size of a text.
func size(
  _ text: String, _ width: AvailableLength, _ height: AvailableLength = .maxContent,
  _ options: TextOptions = TextOptions(), measurer: any TextMeasurer = TerminalMeasurer()
) -> Size {
  TextContent(text, measurer: measurer, options: options)
    .measure(width: width, height: height).size
}

extension Size {
  /// A width and a height.
  init(_ width: Double, _ height: Double) { self.init(width: width, height: height) }
}
