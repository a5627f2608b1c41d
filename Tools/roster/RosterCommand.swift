import ArgumentParser
import Foundation

/// The command line: every subcommand has a file of its own.
@main
struct RosterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster",
    abstract: "Ordered, transactional lists on SQLite: changesets in, durable batches out.",
    discussion: """
      Exit codes: 0 good, 1 a check failed, 2 wrong usage, 3 unreadable or malformed input, \
      4 the database failed.
      """,
    subcommands: [
      ReplayCommand.self, ImportCommand.self, ShowCommand.self, ListsCommand.self,
      CheckCommand.self, LogCommand.self, FollowCommand.self, AtCommand.self,
      DiffCommand.self, UndoCommand.self, RedoCommand.self, CompactCommand.self,
      SalvageCommand.self, LayoutCommand.self,
    ])

  static func main() async {
    // A closed pipe is an error like others, so that what is temporary is removed first.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      ExitStatus(of: error).exit()
    }
  }
}
