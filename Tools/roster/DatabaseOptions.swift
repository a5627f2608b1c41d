public import ArgumentParser
import Foundation
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

  /// Opens the list that is named, or the only one.
  ///
  /// - Parameter isReadOnly: Whether nothing may be written.
  func openList(isReadOnly: Bool = true) throws -> SQLiteList {
    if !isReadOnly, !FileManager.default.fileExists(atPath: database) {
      // A file that is opened for writing would be created.
      throw StorageError(.unreadable, "\(database): there is no such file")
    }
    let store = try SQLiteStore(
      path: database, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
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
    try requireRevision(revision, dataSource.snapshot.revision)
    return try dataSource.snapshot(at: revision)
  }

  /// - Parameter last: The revision of the list.
  func requireRevision(_ revision: Revision, _ last: Revision) throws {
    guard 0...last ~= revision else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(database): there is no revision \(revision); the list is at \(last)")
    }
  }
}
