import ArgumentParser
import Foundation
import Roster

/// A feed of posts in a terminal: an example of a list whose rows are components with a state.
@main
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-feed",
    abstract: "A feed whose rows remember what was liked and how far it was read.",
    discussion: """
      Every line of standard input is an instruction:

      \(Instruction.overview)

      Exit codes: 0 good, 1 an instruction was not carried out, 2 wrong usage, 3 output that cannot be \
      written, 4 the database failed.
      """)

  @Option(help: "The database file; created, with some posts, if it does not exist.")
  var database = "feed.sqlite"

  @Option(
    help: "The number of columns; that of the terminal by default, and 80 if there is none.")
  var width: Int?

  func validate() throws {
    if let width, width < 1 { throw ValidationError("The width is at least one column.") }
  }

  static func main() async {
    do {
      let command = try parse()
      try await command.run()
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
    let session = try FeedSession(
      Feed(path: database, columns: Screen.rowColumns(of: width ?? Terminal.columns)))
    try await session.run()
    if session.refusedCount > 0 { throw ExitCode(1) }
  }

  private static func end(_ code: Int32, _ message: String) -> Never {
    Terminal.complain(message)
    Foundation.exit(code)
  }
}
