import ArgumentParser
import Foundation
import Roster
import RosterTerminal

/// A feed of posts in a terminal: an example of a list whose rows are components with a state.
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

      Exit codes: 0 good, 1 an instruction was not carried out, 2 wrong usage, 3 output that cannot be \
      written, or a terminal that cannot be used, 4 the database failed.
      """)

  @Option(help: "The database file; created, with some posts, if it does not exist.")
  var database = "feed.sqlite"

  @Option(
    help: """
      The number of columns if the feed does not take the whole screen; that of the terminal by \
      default, and 80 if there is none.
      """)
  var width: Int?

  func validate() throws {
    if let width, width < 1 { throw ValidationError("The width is at least one column.") }
  }

  static func main() async {
    do {
      let command = try parse()
      try await command.run()
    } catch let error as TerminalError {
      end(3, error.description)
    } catch let error as StorageError {
      end(4, error.description)
    } catch DataSourceError.suspended(let suspension) {
      end(4, suspension.cause.description)
    } catch let error as DataSourceError {
      end(4, error.description)
    } catch {
      let code = exitCode(for: error)
      if code != .validationFailure { exit(withError: error) }
      end(2, message(for: error))
    }
  }

  @MainActor
  func run() async throws {
    guard StandardStreams.areTerminal else { return try await takeLines() }
    // Opened before the screen is taken, so that a file that cannot be used is named below the
    // command.
    let feed = try Feed(path: database, columns: StandardStreams.columns, .screen)
    let screen = try TerminalScreen(environment: ProcessInfo.processInfo.environment)
    defer { screen.end() }
    try await ScreenSession(feed, on: screen, title: URL(filePath: database).lastPathComponent)
      .run()
  }

  @MainActor
  private func takeLines() async throws {
    let columns = Printout.rowColumns(of: width ?? StandardStreams.columns)
    let session = try LineSession(
      Feed(path: database, columns: columns, .lines), columns: columns)
    try await session.run()
    if session.refusedCount > 0 { throw ExitCode(1) }
  }

  private static func end(_ code: Int32, _ message: String) -> Never {
    StandardStreams.complain(message)
    Foundation.exit(code)
  }
}
