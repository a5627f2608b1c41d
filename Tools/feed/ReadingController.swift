import Roster

/// Sees what is read in this session. The state of the component knows how far somebody has come in
/// all; this is nobody's business once the program has ended.
@MainActor
final class ReadingController: @MainActor ComponentController {
  private var built: BuiltComponent<ContinueReading>
  private let log: ReadingLog

  init(_ built: BuiltComponent<ContinueReading>, _ log: ReadingLog) {
    self.built = built
    self.log = log
  }

  func willUpdate(
    from old: BuiltComponent<ContinueReading>, to new: BuiltComponent<ContinueReading>
  ) {
    built = new
  }

  /// The new paragraphs are on the screen.
  func didUpdate(from old: BuiltComponent<ContinueReading>) {
    log.paragraphCount += max(0, built.state.paragraphCount - old.state.paragraphCount)
  }
}

/// How much was read in this session, in all rows.
@MainActor
final class ReadingLog {
  var paragraphCount = 0
}
