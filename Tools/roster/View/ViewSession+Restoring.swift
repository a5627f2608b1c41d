import RosterCore
import RosterEngine
import RosterInspecting
import RosterJSON
import RosterPages
import RosterStore

/// Bringing rows back to what they were.
extension ViewSession {
  /// A restoration that the user is asked about, and that the same key carries out if it is pressed once more.
  struct AskedRestoration: Equatable {
    let item: ItemID
    /// The revision to which the row is restored.
    let revision: Revision
    /// The present revision, for which the user has read what would change.
    let base: Revision
  }

  /// Restores the current row of the earlier revision that is shown, as a new revision, after asking.
  func restoreRow() async throws {
    guard let revision = shown?.pastRevision else {
      message = "R restores a row to an earlier revision, once [ has gone back to that"
      return
    }
    guard let item = currentItem, let path = try snapshot.state.path(of: item) else {
      message = Self.noRow
      return
    }
    let place = "\(path.section):\(path.item) as at revision \(revision)"
    let asked = AskedRestoration(item: item, revision: revision, base: live.snapshot.revision)
    guard restoration == asked else {
      restoration = asked
      message = "R once more to restore \(place): \(try difference(of: item, at: path))"
      return
    }
    restoration = nil
    try await restore(asked, place)
  }

  /// What would change in a row, in few words.
  private func difference(of item: ItemID, at path: ItemPath) throws -> String {
    let present = live.snapshot
    guard let presentPath = try present.state.path(of: item) else { return "it comes back" }
    let (fields, count) = RowHistoryLines.fields(
      from: try present.model(at: presentPath), to: try snapshot.model(at: path))
    guard let first = fields.first else { return "only its states may differ" }
    return count > 1 ? "\(first) and \(count - 1) more" : first
  }

  private func restore(_ asked: AskedRestoration, _ place: String) async throws {
    let writer = try options.openList(isReadOnly: false)
    defer { try? writer.database.close() }
    let tables = try writer.database.file?.shownTables() ?? []
    let isShown =
      try tables.contains { $0.list == writer.name }
      || writer.database.derivation(ofListNamed: writer.name) != nil
    if isShown {
      message = "this list shows a table or another list; restore the row there"
      return
    }
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let dataSource = try ListDataSource(json: writer.storage, configuration)
    let tree = TreeID.item(asked.item)
    let annotation = ChangeAnnotation(
      origin: Self.origin,
      userInfo: [
        LiveList.restoredName: .number(Double(asked.revision)), "row": .string(tree.key),
      ])
    do {
      try await dataSource.apply(
        .restoration(of: .tree(tree), to: asked.revision, basedOn: asked.base), annotation)
      message = "restored \(place); at present, u takes it back"
    } catch DataSourceError.conflict {
      message = "the list has changed meanwhile, so nothing was done; R shows what would change now"
    } catch {
      message = "\(error)"
    }
    await dataSource.close()
  }
}
