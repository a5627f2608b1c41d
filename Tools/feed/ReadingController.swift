import Roster
import RosterComponents
import RosterFeed

/// Counts the paragraphs that are read in this session. The state of the component stores how far
/// the user has read in all sessions; this count ends with the program.
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
