import ArgumentParser
import Foundation
import RosterCore

/// The command line: every subcommand has a file of its own.
@main
struct RosterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster",
    abstract:
      "Ordered, transactional lists on SQLite and PostgreSQL: changesets in, durable batches out.",
    discussion: """
      Exit codes: 0 good, 1 a check failed, 2 wrong usage, 3 unreadable or malformed input, \
      output that cannot be written, a hub that cannot be reached, or a port that is in use, \
      4 the database failed.
      """,
    subcommands: [
      ReplayCommand.self, ImportCommand.self, ShowCommand.self, ViewCommand.self,
      ServeCommand.self, HubCommand.self, SyncCommand.self, ListsCommand.self, LargestCommand.self,
      CheckCommand.self, CopyCommand.self, LogCommand.self, FollowCommand.self, AtCommand.self,
      DiffCommand.self, UndoCommand.self, RedoCommand.self, CompactCommand.self,
      RemoveCommand.self, EraseCommand.self, SalvageCommand.self, LayoutCommand.self,
      MinimizeCommand.self, AnonymizeCommand.self, ConformanceCommand.self,
    ])

  static func main() async {
    // A closed pipe is an error like others, so that temporary files are removed first.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may not become larger (ulimit -f): it is told as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    StandardStreams.openClosed()
    var place: String?
    do {
      try requireReadableArguments()
      var command = try parseAsRoot()
      place = Self.place(of: command)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      try OutputFile.flushPrinted()
    } catch {
      ExitStatus(of: error).naming(place).exit()
    }
  }

  /// The database of a command that reads or changes a list.
  nonisolated private static func place(of command: any ParsableCommand) -> String? {
    (command as? any ListCommand)?.options.place
  }

  /// Refuses an argument that is not UTF-8. A Swift string cannot hold it: it would name another
  /// file or list, or two different arguments would name one.
  private static func requireReadableArguments() throws {
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = CommandLine.unsafeArgv[index],
        String(validatingCString: argument) == nil
      else { continue }
      throw CommandFailure(
        ExitStatus.usage,
        "argument \(index), \(String(cString: argument).inQuotes), is not UTF-8; files and lists are named "
          + "in UTF-8, so rename the file or use a link to it")
    }
  }
}
