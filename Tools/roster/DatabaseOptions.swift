public import ArgumentParser
import RosterCore
import RosterEngine
import RosterJSON
public import RosterStore

extension SQLiteConfiguration.Durability: ExpressibleByArgument {}

/// A command that reads or changes one list.
protocol ListCommand {
  var options: DatabaseOptions { get }
}

/// An existing database and one list in it.
struct DatabaseOptions: ParsableArguments {
  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Option(help: "The list; may be left out if the database has only one.")
  var list: String?

  /// The database as messages show it, without a password.
  var place: String { DatabasePlace(database).shown }

  /// The last part of the place: the whole path leaves no room for what is shown of a list.
  var fileName: String { String(place.split(separator: "/").last ?? "") }

  /// Opens the named list, or the only one.
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether the list is opened only for reading.
  ///   - showsRows: Whether rows of an application are shown in place of the versions that the list has of them.
  func openList(isReadOnly: Bool = true, showsRows: Bool = false) throws -> OpenedList {
    let opened = try DatabasePlace(database).open(isReadOnly: isReadOnly)
    let names = try opened.lists().map(\.name)
    let namesInWords = names.map(\.inQuotesUnlessPlain).joined(separator: ", ")
    guard let name = list ?? (names.count == 1 ? names[0] : nil) else {
      throw CommandFailure(
        ExitStatus.usage,
        names.isEmpty
          ? "\(place): there is no list in the database"
          : "\(place): name one of the lists with --list: \(namesInWords)")
    }
    guard let list = try opened.list(named: name, showsRows: showsRows) else {
      let others = names.isEmpty ? "" : ", only: \(namesInWords)"
      throw CommandFailure(
        ExitStatus.usage, "\(place): there is no list \(name.inQuotes)\(others)")
    }
    return list
  }

  /// Verifies that nothing of a list was altered.
  func requireUndamaged(_ list: OpenedList) throws {
    try list.database.store.withFile(of: [list.name]) { try $0.verify(listNamed: list.name) }
  }

  /// The list as it was at a revision. On a long way there, standard error shows how far it is.
  func snapshot(
    of dataSource: ListDataSource<JSONValue, JSONValue, Never>, at revision: Revision
  ) throws -> ListSnapshot<JSONValue, JSONValue> {
    try requireRevision(revision, of: dataSource)
    var walk = try dataSource.walk(to: revision, near: dataSource.snapshot)
    var progress = ProgressBar(noun: "revisions")
    defer { progress.finish() }
    while try walk.goOn() { progress.update(count: walk.goneCount, fraction: walk.share) }
    return dataSource.snapshot(of: walk)
  }

  /// Refuses a revision that does not exist yet or is no longer kept.
  func requireRevision(
    _ revision: Revision, of dataSource: ListDataSource<JSONValue, JSONValue, Never>
  ) throws {
    let last = dataSource.snapshot.revision
    guard 0...last ~= revision else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(place): there is no revision \(revision); the list is at \(last)")
    }
    let oldest = try dataSource.oldestRevision
    guard revision >= oldest else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(place): revision \(revision) is no longer kept; the oldest one that is left is "
          + "\(oldest)")
    }
  }
}
