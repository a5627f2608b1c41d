internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
public import RosterPages
package import RosterRows
public import RosterStore

#if Postgres
  public import RosterPostgres
#endif

extension ListSite {
  /// Adds the pages below `/inspect`, which show what the lists of a file went through: revisions, batches,
  /// rows, states, sizes. They only read, unless a `LiveList` allows edits.
  ///
  ///     site.inspect(store) { name in
  ///       name == "feed" ? LiveList(feed, recent: recent) : nil
  ///     }
  ///
  /// - Parameters:
  ///   - store: The file, which is best opened for reading only: a long check then disturbs no commit.
  ///   - live: Returns a list by its name if this process has it open. What waits, the extents and the
  ///     trees of components are shown only of such lists.
  public func inspect(
    _ store: SQLiteStore, live: @escaping @Sendable (String) -> LiveList? = { _ in nil }
  ) {
    inspect(any: store, live: live)
  }

  #if Postgres
    /// Adds the pages below `/inspect`, which show what the lists on a server went through. They only
    /// read, unless a `LiveList` allows edits.
    ///
    /// - Parameters:
    ///   - store: The schema, which is best opened for reading only.
    ///   - live: Returns a list by its name if this process has it open.
    public func inspect(
      _ store: PostgresStore, live: @escaping @Sendable (String) -> LiveList? = { _ in nil }
    ) {
      inspect(any: store, live: live)
    }
  #endif

  /// Adds the pages below `/inspect` for the lists of a file or server.
  package func inspect(
    any store: any InspectableStore, live: @escaping @Sendable (String) -> LiveList?
  ) {
    setInspection(StoreInspectors(store, live: live))
  }
}

/// The inspectors of the lists of a file or server, and their page.
///
///     /inspect             the page of the only list
///     /inspect/NAME        the page
///     /inspect/NAME/api/…  the questions of a `ListInspector`
final class StoreInspectors: ListInspection {
  private let store: any InspectableStore
  private let live: @Sendable (String) -> LiveList?
  /// One for each list that was asked for, so at most as many as there are lists.
  private let inspectors = Guarded<[String: ListInspector]>([:])

  /// Makes the inspectors of a file or server.
  ///
  /// - Parameters:
  ///   - store: The file or server, which is best opened for reading only.
  ///   - live: Returns a list by its name if this process has it open.
  init(
    _ store: any InspectableStore,
    live: @escaping @Sendable (String) -> LiveList? = { _ in nil }
  ) {
    self.store = store
    self.live = live
  }

  package func summary(of list: String, at revision: Revision) -> String? {
    // A page says less of a revision that cannot be read here.
    let rows = try? store.inspectableList(named: list)?.journalRows(revision...revision, limit: 1)
    return rows?.first.flatMap { RevisionSummary($0).forms.first }
  }

  package func respond(to request: SiteRequest) async -> SiteResponse {
    do {
      guard request.path.count > 1 else { return try index() }
      let name = request.path[1]
      guard let inspector = try inspector(of: name) else {
        return .text(404, "there is no list \(name.shortened(byteCountMax: 80).inQuotes)")
      }
      if request.path.count > 2 { return await inspector.respond(to: request) }
      let page = PageResource.inspectHTML
      return SiteResponse(contentType: page.contentType, body: page.bytes)
    } catch {
      return .text(500, error.message(without: store.place))
    }
  }

  /// Goes to the page of the only list, or to the page that names all lists.
  private func index() throws(StorageError) -> SiteResponse {
    let lists = try store.lists()
    guard lists.count == 1, let name = lists.first?.name.percentEncoded else {
      return .redirect(to: "/")
    }
    return .redirect(to: "/inspect/\(name)")
  }

  private func inspector(of name: String) throws(StorageError) -> ListInspector? {
    if let inspector = inspectors.withLock({ $0[name] }) { return inspector }
    guard !name.utf8.contains(0), let list = try store.inspectableList(named: name) else {
      return nil
    }
    return inspectors.withLock { inspectors in
      if let inspector = inspectors[name] { return inspector }
      let inspector = ListInspector(list, live: live(name))
      inspectors[name] = inspector
      return inspector
    }
  }
}
