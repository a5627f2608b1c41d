import ArgumentParser
import Foundation
import Roster
import RosterCommands
import RosterFeed
import RosterTerminal

/// A feed of posts in a terminal or on a page: an example of a list whose rows are components with a
/// state.
@main
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-feed",
    abstract: "A feed whose rows remember what was liked and how far it was read.",
    discussion: """
      In a terminal the feed takes the whole screen. Keys:

      \(FeedKey.overview)

      Otherwise every line of standard input is an instruction:

      \(Instruction.overview)

      With --serve the feed is a page for browsers of this machine. Its address is the first line of \
      the output; Ctrl-C ends it. That is part of builds with the trait Web: \
      swift run --traits Web roster-feed --serve 8080

      Exit codes: 0 good, 1 an instruction was not carried out, 2 wrong usage, 3 output that cannot be \
      written, a terminal that cannot be used, or a page that cannot be served, 4 the database failed.
      """)

  @Option(help: "The database file; created, with some posts, if it does not exist.")
  var database = "feed.sqlite"

  @Option(
    help: """
      The number of columns if the feed prints lines instead of taking the whole screen, from 1 to \
      \(TerminalScreen.columnsMax); that of the terminal by default, and 80 if there is none.
      """)
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "Serve the feed as a page, on a port of this machine; 0 for one that is free.",
      valueName: "port"))
  var serve: Int?

  func validate() throws {
    if let width, !Printout.widths.contains(width) {
      throw ValidationError("The width is between 1 and \(Printout.widths.upperBound) columns.")
    }
    if let serve {
      guard 0...65_535 ~= serve else { throw ValidationError("A port is between 0 and 65535.") }
      guard width == nil else { throw ValidationError("A page is as wide as its window.") }
    }
  }

  static func main() async { await runToEnd() }

  @MainActor
  func run() async throws {
    if let serve { return try await servePage(port: serve) }
    let environment = ProcessInfo.processInfo.environment
    guard TerminalScreen.isAvailable(environment: environment) else {
      return try await takeLines()
    }
    // Opened before the screen is taken, so that a file that cannot be used is named below the
    // command.
    let feed = try Feed(path: database, columns: TerminalScreen.columns, .screen)
    var options = TerminalOptions()
    // A draft is in the file, and not each letter of it.
    options.typingPause = 0.5
    let screen = try TerminalScreen(environment: environment, options: options)
    defer { screen.end() }
    try await ScreenSession(feed, on: screen, title: title).run()
  }

  /// What the feed is headed by.
  private var title: String { URL(filePath: database).lastPathComponent }

  private func servePage(port: Int) async throws {
    #if Web
      try await PageServing(path: database, title: title, port: port).run()
    #else
      throw CommandFailure(
        "this build has no server; the trait Web adds it: "
          + "swift run --traits Web roster-feed --serve \(port)")
    #endif
  }

  @MainActor
  private func takeLines() async throws {
    let columns = Printout.rowColumns(of: width ?? TerminalScreen.columns)
    let session = try LineSession(
      Feed(path: database, columns: columns, .lines), columns: columns)
    try await session.run()
    if session.refusedCount > 0 { throw ExitCode(1) }
  }
}
