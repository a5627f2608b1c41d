internal import Foundation
internal import GRDB
public import RosterCore

extension SQLiteStore {
  /// Saves what can be read of a damaged database into a new file.
  ///
  /// The pages are read without SQLite, so that neither a damaged schema nor a lost index is in the
  /// way, and the damaged file and its log are not written. The rows that are found are put into the
  /// new file, and each list is checked there:
  ///
  /// - a list that checks is saved with its whole history;
  /// - of one whose history is damaged, the revisions behind the damage are saved, as after a
  ///   compaction;
  /// - of any other, the newest contents are saved, with the states and the identities of the items, as
  ///   one revision with the number of the last.
  ///
  /// No process may write the damaged file meanwhile, and this one may not even have it open: reading
  /// it here and closing it gives up the locks that SQLite has on it.
  ///
  /// - Parameters:
  ///   - path: The damaged file.
  ///   - target: The file to create; removed again if this throws.
  /// - Returns: What was saved and lost; the new file passes ``check(journalTail:)`` in any case.
  /// - Throws: `unreadable` if there is no such file or the target exists, `notADatabase` if there is
  ///   nothing of Roster's in it; whatever writing the new file throws.
  public static func salvage(
    _ path: String, into target: String
  ) throws(StorageError) -> SalvageReport {
    let image = try DatabaseImage(DatabasePath(path: path))
    let targetPath = DatabasePath(path: target)
    guard !FileManager.default.fileExists(atPath: targetPath.literal) else {
      throw StorageError(.unreadable, "\(target): exists already; name a new file")
    }
    do throws(StorageError) {
      let store = try SQLiteStore(path: target)
      let report = try store.salvage(image, path: path)
      try store.close()
      return report
    } catch {
      for file in [targetPath.literal, targetPath.log, targetPath.logIndex] {
        try? FileManager.default.removeItem(atPath: file)
      }
      throw error
    }
  }

  private func salvage(
    _ image: DatabaseImage, path: String
  ) throws(StorageError) -> SalvageReport {
    var report = try write { database, statements in
      // The rows come in the order in which they are found.
      try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
      var rows = try SalvagedRows(database)
      try rows.take(image)
      guard !rows.lists.isEmpty else {
        throw StorageError(.notADatabase, "\(path): there is nothing of Roster's in it")
      }
      var report = SalvageReport()
      report.losses = rows.losses
      for (id, list) in rows.lists.sorted(by: { $0.key < $1.key }) {
        var salvage = try ListSalvage(self, id, list, database, statements)
        report.lists.append(try salvage.run())
      }
      try rows.finish()
      return report
    }
    report.lists.sort { $0.name < $1.name }
    return report
  }
}
