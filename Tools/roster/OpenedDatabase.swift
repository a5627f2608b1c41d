import Foundation
import RosterCore
import RosterDerived
import RosterRows
import RosterStore

#if Postgres
  import RosterPostgres
#endif

/// Where lists are, as an argument names it: the path of a file, or the address of a server.
struct DatabasePlace {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Whether the lists are on a server: `postgres://user@host/database`.
  var isServer: Bool { text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") }

  /// Whether the place is a file that this user may only read, as far as that is known without a change.
  var mayOnlyBeRead: Bool {
    !isServer && access(text, W_OK) != 0 && [EACCES, EROFS, EPERM].contains(errno)
  }

  /// The place as messages show it, without a password.
  var shown: String { text.withoutPasswords }

  /// What helps if the lists are damaged.
  var remedy: String {
    isServer ? "restore the database from a copy" : "save what can be read with roster salvage"
  }

  /// Prints what is wrong with the lists, so that a command that removes something leaves them alone: it may be what
  /// they can be saved by.
  ///
  /// - Parameter consequence: What the command has not done.
  /// - Throws: A failure if anything is wrong.
  func requireNone(
    of findings: [some CustomStringConvertible], to outputFile: OutputFile, _ consequence: String
  ) throws {
    guard findings.isEmpty else {
      try outputFile.writeLines(findings.map(\.description))
      try outputFile.flush()
      throw CommandFailure(
        ExitStatus.finding,
        "\(shown): \(findings.count.counting("finding")); \(consequence). See roster check, and \(remedy)"
      )
    }
  }

  /// The path of the file.
  ///
  /// - Throws: A failure if the lists are on a server, of which nothing can be salvaged.
  func salvagedFile() throws -> String {
    guard !isServer else {
      throw CommandFailure(
        ExitStatus.usage,
        "\(shown): roster salvage takes a file; what roster check finds on a server is mended by "
          + "restoring the database from a copy")
    }
    return text
  }

  /// Where a new file is written until it is whole; `nil` if the place exists, or is a server.
  func unfinishedFile() throws -> UnfinishedFile? {
    guard !isServer, access(text, F_OK) != 0 else { return nil }
    return try UnfinishedFile(beside: text)
  }

  /// Opens the place.
  ///
  /// - Parameter create: Whether to create the file, or the schema, if it does not exist.
  func open(
    isReadOnly: Bool, create: Bool = false,
    durability: SQLiteConfiguration.Durability = .normal
  ) throws -> OpenedDatabase {
    guard isServer else {
      var configuration = SQLiteConfiguration(durability: durability, isReadOnly: isReadOnly)
      configuration.createsFile = create
      return .file(try SQLiteStore(path: text, configuration: configuration))
    }
    #if Postgres
      var configuration = PostgresConfiguration(text)
      configuration.isReadOnly = isReadOnly
      return .server(try PostgresStore(configuration))
    #else
      throw CommandFailure(
        ExitStatus.usage,
        "\(shown): this roster was built without lists on PostgreSQL; build it with the trait "
          + "Postgres: swift build --traits Postgres")
    #endif
  }
}

/// A file or server that is open.
enum OpenedDatabase {
  case file(SQLiteStore)
  #if Postgres
    case server(PostgresStore)
  #endif

  /// The file or the server, which messages name.
  var place: String { store.place }

  /// What has the rows of the lists.
  var store: any InspectableStore {
    switch self {
    case .file(let store): store
    #if Postgres
      case .server(let store): store
    #endif
    }
  }

  /// The file, `nil` if it is a server.
  var file: SQLiteStore? { store as? SQLiteStore }

  /// The lists, by name.
  func lists() throws -> [StoredListSummary] { try store.lists() }

  /// Opens a list; `nil` if it does not exist and is not to be created. One that is derived from another one has the
  /// models of that.
  ///
  /// - Parameter showsRows: Whether rows of an application are shown in place of the versions that a list has of them.
  func list(
    named name: String, create: Bool = false, showsRows: Bool = false
  ) throws -> OpenedList? {
    func stored(_ name: String, create: Bool = false) throws -> (any JournalStorage)? {
      let list = try storedList(named: name, create: create)
      return showsRows ? (list as? SQLiteList)?.showingRows() ?? list : list
    }
    guard let list = try stored(name, create: create) else { return nil }
    let storage = try DerivedReading.storage(of: list, named: name) { try stored($0) }
    return OpenedList(database: self, name: name, storage: storage)
  }

  /// Returns what a list says of the one that it is derived from; `nil` if it is derived from none.
  func derivation(ofListNamed name: String) throws -> DerivedReading.Status? {
    guard let stored = try storedList(named: name) else { return nil }
    return try DerivedReading.status(of: stored, named: name) { try storedList(named: $0) }
  }

  private func storedList(
    named name: String, create: Bool = false
  ) throws -> (any JournalStorage)? {
    switch self {
    case .file(let store): try store.list(named: name, create: create)
    #if Postgres
      case .server(let store): try store.list(named: name, create: create)
    #endif
    }
  }

  func close() throws {
    switch self {
    case .file(let store): try store.close()
    #if Postgres
      case .server(let store): store.close()
    #endif
    }
  }
}

/// A list in a file or on a server.
struct OpenedList {
  let database: OpenedDatabase
  let name: String
  let storage: any JournalStorage
}

extension String {
  /// The text without the addresses of servers in it, since each may contain a password. What ends
  /// the address in a sentence stays.
  ///
  ///     "no postgres://me:secret@host/db: ..."     "no postgres://...: ..."
  var withoutPasswords: String {
    replacing(
      /(?<scheme>postgres(ql)?:\/\/)(?<address>[^\s"']*?)(?<end>[:;,)]*)(?=$|[\s"'])/
    ) { match in
      let address = match.output.address
      // An address without any of these cannot contain one.
      let isHidden = address.contains("@") || address.contains("?") || address.contains(":")
      return "\(match.output.scheme)\(isHidden ? "..." : address)\(match.output.end)"
    }
  }
}
