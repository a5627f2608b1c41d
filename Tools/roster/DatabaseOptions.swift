public import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
public import RosterStore

extension SQLiteConfiguration.Durability: ExpressibleByArgument {}

/// An existing database and one list in it.
struct DatabaseOptions: ParsableArguments {
  @Argument(help: "The database file.")
  var database: String

  @Option(
    help: "The list in the file; may be left out if there is only one.")
  var list: String?

  /// Opens the named list, or the only one.
  ///
  /// - Parameter isReadOnly: Whether the list is opened only for reading.
  func openList(isReadOnly: Bool = true) throws -> SQLiteList {
    var configuration = SQLiteConfiguration(isReadOnly: isReadOnly)
    configuration.createsFile = false
    let store = try SQLiteStore(path: database, configuration: configuration)
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

  /// The list as it was at a revision.
  func snapshot(
    of dataSource: ListDataSource<JSONValue, JSONValue, Never>, at revision: Revision
  ) throws -> ListSnapshot<JSONValue, JSONValue> {
    try requireRevision(revision, of: dataSource)
    return try dataSource.snapshot(at: revision)
  }

  /// Refuses a revision that does not exist yet or is no longer kept.
  func requireRevision(
    _ revision: Revision, of dataSource: ListDataSource<JSONValue, JSONValue, Never>
  ) throws {
    let last = dataSource.snapshot.revision
    guard 0...last ~= revision else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(database): there is no revision \(revision); the list is at \(last)")
    }
    let oldest = try dataSource.oldestRevision
    guard revision >= oldest else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(database): revision \(revision) is no longer kept; the oldest one that is left is "
          + "\(oldest)")
    }
  }
}
