public import ArgumentParser
import RosterCore
public import RosterStore

extension SQLiteConfiguration.Durability: ExpressibleByArgument {}

/// An existing database and one list in it.
struct DatabaseOptions: ParsableArguments {
  @Argument(help: "The database file.")
  var database: String

  @Option(
    help: "The list in the file; may be left out if there is only one.")
  var list: String?

  func openStore() throws -> SQLiteStore {
    try SQLiteStore(path: database, configuration: SQLiteConfiguration(isReadOnly: true))
  }

  /// Opens the list that is named, or the only one.
  func openList() throws -> SQLiteList {
    let store = try openStore()
    let names = try store.lists().map(\.name)
    guard let name = list ?? (names.count == 1 ? names[0] : nil) else {
      throw CommandFailure(
        ExitStatus.usage,
        names.isEmpty
          ? "\(database): there is no list in the file"
          : "\(database): name one of the lists with --list: \(names.joined(separator: ", "))")
    }
    guard let opened = try store.list(named: name, create: false) else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(database): there is no list \"\(name)\", only: \(names.joined(separator: ", "))")
    }
    return opened
  }
}
