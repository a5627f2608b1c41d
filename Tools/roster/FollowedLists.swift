#if Web
  import RosterCore
  import RosterEngine
  import RosterJSON

  /// The lists of a database that a server shows or synchronizes, open so that they follow those who
  /// write them.
  struct FollowedLists {
    let database: OpenedDatabase
    /// By name.
    private(set) var sources: [(name: String, list: ListDataSource<JSONValue, JSONValue, Never>)] =
      []

    var names: [String] { sources.map(\.name) }

    /// Opens the named list, or all.
    ///
    /// - Parameters:
    ///   - name: The list; all lists of the database if `nil`.
    ///   - database: What has the lists. ``close()`` closes it.
    ///   - place: The database as messages show it.
    ///   - showsRows: Whether rows of an application are shown in place of the versions that a list has of them.
    ///   - configuration: Returns the configuration of a list.
    ///   - open: Opens a list.
    /// - Throws: A failure with the exit code of wrong usage if there is no such list.
    init(
      _ name: String?, of database: OpenedDatabase, place: String, showsRows: Bool = false,
      configuration: (String) -> DataSourceConfiguration,
      open: (OpenedList, DataSourceConfiguration) throws -> ListDataSource<
        JSONValue, JSONValue, Never
      > = { try ListDataSource(json: $0.storage, $1) }
    ) throws {
      self.database = database
      let names = try database.lists().map(\.name).filter { name.map($0.isSameName) ?? true }
      guard !names.isEmpty else {
        throw CommandFailure(
          ExitStatus.usage,
          "\(place): there is no list "
            + (name.map(\.inQuotes) ?? "in the database"))
      }
      for name in names {
        guard let list = try database.list(named: name, showsRows: showsRows) else { continue }
        var configuration = configuration(name)
        configuration.isShared = true
        sources.append((name, try open(list, configuration)))
      }
    }

    func close() async {
      for (_, list) in sources { await list.close() }
      try? database.close()
    }
  }
#endif
