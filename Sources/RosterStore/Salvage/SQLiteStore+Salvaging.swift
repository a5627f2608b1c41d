public import RosterCore
internal import RosterRows

extension SQLiteStore {
  /// Saves the readable part of a damaged database into a new file.
  ///
  /// The pages are read without SQLite, so a damaged schema or a lost index does no harm, and the
  /// damaged file and its log are not written. The rows that are found are inserted into the new
  /// file, where each list is checked:
  ///
  /// - a list that passes is saved with its whole history;
  /// - if only the history of a list is damaged, the revisions after the damage are saved, as after
  ///   a compaction; a value that was altered belongs to the damage until a revision replaced it;
  /// - of any other list, the newest contents are saved as one revision with the number of the last
  ///   one, including the states and the identities of items.
  ///
  /// A derived list has keys in place of models, which are those of its sources. If these are not saved as it shows them,
  /// it is saved so that it is made anew when it is opened with its definition.
  ///
  /// Of the database of an application only the lists are saved, into a file of Roster's own.
  ///
  /// Items and sections that are saved with values of which no digest says that they are what was
  /// written are named in the report.
  ///
  /// No process may write the damaged file meanwhile, and this process must not have it open:
  /// reading the file here and closing it drops the locks that SQLite has on it.
  ///
  /// - Parameters:
  ///   - path: The damaged file.
  ///   - target: The file to create. It is written beside its place, and is there when it is whole.
  /// - Returns: What was saved and lost. The new file always passes ``check(journalTail:)``.
  /// - Throws: `unreadable` if the damaged file does not exist, or the target or a log beside it does;
  ///   `notADatabase` if the file contains nothing of Roster; any error of writing the new file.
  public static func salvage(
    _ path: String, into target: String
  ) throws(StorageError) -> SalvageReport {
    let image = try DatabaseImage(DatabasePath(path: path))
    let file = try UnfinishedFile(beside: target)
    do throws(StorageError) {
      let store = try SQLiteStore(path: file.path)
      let report = try store.salvage(image, path: path)
      try store.close()
      try file.finish()
      return report
    } catch {
      file.remove()
      throw error
    }
  }

  private func salvage(
    _ image: DatabaseImage, path: String
  ) throws(StorageError) -> SalvageReport {
    var report = try write { database, statements in
      // Rows are inserted in the order in which they are found.
      try database.execute("PRAGMA defer_foreign_keys = ON")
      var rows = try SalvagedRows(database)
      try rows.take(image)
      guard !rows.lists.isEmpty else {
        throw StorageError(.notADatabase, "\(path): there is nothing of Roster's in it")
      }
      var report = SalvageReport()
      report.losses = rows.losses
      report.leavesOutTables = rows.isOfApplication
      var salvages: [ListSalvage] = []
      for (id, list) in rows.lists.sorted(by: { $0.key < $1.key }) {
        if list.name == RemovedList.name {
          try Self.removeRows(of: RowKey(list: id), database)
          continue
        }
        var salvage = try ListSalvage(self, id, list, database, statements)
        try salvage.run()
        salvages.append(salvage)
      }
      try Self.compareDerivations(&salvages, &report, database)
      report.lists = try salvages.map { try $0.report() }
      try rows.finish()
      return report
    }
    report.lists.sort { $0.name < $1.name }
    return report
  }

  /// Has derived lists be made anew whose sources are not saved as they show them. One without its name is left out, since
  /// no definition opens it.
  private static func compareDerivations(
    _ salvages: inout [ListSalvage], _ report: inout SalvageReport, _ database: ListConnection
  ) throws {
    var derivations = SalvagedDerivations(salvages, database)
    let obstacles = try salvages.map { try derivations.obstacle(to: $0.list) }
    for (index, obstacle) in obstacles.enumerated() {
      guard let obstacle, salvages[index].hasItsName else { continue }
      try salvages[index].forgetSources(because: obstacle)
    }
    for salvage in salvages where try !salvage.hasItsName && derivations.isDerived(salvage.list) {
      let keys = salvage.list.keys
      try removeRows(of: keys, database)
      try database.cachedPrepared("DELETE FROM list WHERE id = ?").run(keys.list)
      salvages.removeAll { $0.list.keys.list == keys.list }
      report.losses.append(
        "a derived list with the number \(keys.list), whose name is lost, is left out; it is made anew when it is opened "
          + "with its definition")
    }
  }
}

extension SQLiteStore {
  /// What a salvage has saved of a database, and what it has lost.
  public struct SalvageReport: Sendable {
    /// A list in the new file.
    public struct SavedList: Sendable {
      /// The name of the list.
      public var name: String
      /// The revision that was saved.
      public var revision: Revision
      /// The oldest revision that can still be read.
      public var oldestRevision: Revision
      /// The number of its sections.
      public var sectionCount: Int
      /// The number of items in all sections.
      public var itemCount: Int
      /// What was lost or may have been altered, and what was wrong with the list; empty if the list
      /// is unchanged.
      public var losses: [String]
      /// The items whose model or states may have been altered or lost, in every saved revision.
      public var doubtfulItems: Set<ItemID>
      /// The sections whose model, or whose header's or footer's states, may have been.
      public var doubtfulSections: Set<SectionID>
    }

    /// The lists in the new file, by name.
    public internal(set) var lists: [SavedList] = []
    /// The losses that concern the whole file.
    public internal(set) var losses: [String] = []

    /// Whether the lists were beside the tables of an application, which are not in the new file.
    public internal(set) var leavesOutTables = false

    /// Whether the new file has everything that Roster had written.
    public var isComplete: Bool { losses.isEmpty && lists.allSatisfy(\.losses.isEmpty) }
  }
}
