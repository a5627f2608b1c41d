internal import RosterComponentLists
public import RosterComponents
package import RosterCore
public import RosterEngine
internal import RosterJSON
internal import RosterPages

/// What an inspector asks a list that is open in this process, beside its file.
public struct LiveList: Sendable {
  /// The list as last published; `nil` after it was released.
  let list: @Sendable () -> ListState?
  let pendingCount: @Sendable () -> Int?
  /// The tree of components of an item, header or footer as text; `nil` if it has none.
  let tree: @Sendable (TreeID) throws -> String?
  let extents: @Sendable () -> ListExtents?
  let range: @Sendable () -> WorkingRangeReport?
  let recent: RecentModifications?
  /// Brings the list, a section or a row of it back to a revision, if it is at `base`, and returns the new revision;
  /// `nil` if it was released. There is none where the list is only read.
  ///
  /// `known` is the list at the revision, if that was read before: the way to it may be long.
  let restore:
    (
      @Sendable (
        _ part: RestoredPart, _ revision: Revision, _ base: Revision, _ known: ListState?
      ) throws(DataSourceError) -> Revision?
    )?

  /// Makes what an inspector asks a list of components. The list is not retained.
  ///
  /// - Parameters:
  ///   - components: The list.
  ///   - recent: One of the listeners of the list, if it has one.
  ///   - allowsEdits: Whether the inspector may restore rows, sections and the list to earlier revisions.
  public init<Model, SectionModel, Message: Sendable>(
    _ components: ListDataSource<Model, SectionModel, ComponentTree<Message>>,
    recent: RecentModifications? = nil, allowsEdits: Bool = false
  ) {
    self.init(of: components, recent: recent, allowsEdits: allowsEdits) { [weak components] tree in
      try components?.outputs(of: [tree]).first?.output?.dump()
    }
  }

  /// Makes what an inspector asks a list without components. The list is not retained.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - recent: One of the listeners of the list, if it has one.
  ///   - allowsEdits: Whether the inspector may restore rows, sections and the list to earlier revisions.
  public init<Model, SectionModel, Output>(
    plain list: ListDataSource<Model, SectionModel, Output>, recent: RecentModifications? = nil,
    allowsEdits: Bool = false
  ) {
    self.init(of: list, recent: recent, allowsEdits: allowsEdits) { _ in nil }
  }

  private init<Model, SectionModel, Output>(
    of list: ListDataSource<Model, SectionModel, Output>, recent: RecentModifications?,
    allowsEdits: Bool, tree: @escaping @Sendable (TreeID) throws -> String?
  ) {
    self.list = { [weak list] in list?.snapshot.state }
    pendingCount = { [weak list] in list?.pendingCount }
    extents = { [weak list] in list?.keptExtents }
    range = { [weak list] in list?.workingRangeReport }
    self.tree = tree
    self.recent = recent
    // What a list shows of something else is changed there.
    guard allowsEdits, !list.runner.isKeptUp else {
      restore = nil
      return
    }
    restore = { [weak list] (part, revision, base, known) throws(DataSourceError) -> Revision? in
      // The page has read the file, which may be further than the list is here.
      if let list, list.isShared {
        do throws(StorageError) { try list.catchUp() } catch { throw .storage(error) }
      }
      return try list?.applySynchronously(
        .restoration(of: part, to: revision, basedOn: base, knowing: known),
        Self.annotation(of: part, to: revision, by: "inspector")
      ).changes.targetRevision
    }
  }

  /// Returns what is said of a restoration.
  package static func annotation(
    of part: RestoredPart, to revision: Revision, by origin: String
  ) -> ChangeAnnotation {
    var userInfo: JSONObject = [restoredName: JSONValue(revision)]
    switch part {
    case .list: break
    case .section(let section): userInfo["section"] = .string(section.header.key)
    case .tree(let tree): userInfo["row"] = .string(tree.key)
    }
    return ChangeAnnotation(origin: origin, userInfo: userInfo)
  }

  private static let itemCountMax = 200
  /// What the user info of a restoration names its revision.
  package static let restoredName = "restoredTo"

  /// What waits and what failed, the extents, and the working range.
  var json: JSONObject {
    guard let state = list() else { return ["live": false] }
    var json: JSONObject = [
      "live": true, "revision": JSONValue(state.revision), "items": JSONValue(state.itemCount),
    ]
    json["pendingCount"] = pendingCount().map(JSONValue.init(_:))
    json["recent"] = recent.map { .object($0.json) }
    if let extents = extents() {
      json["extents"] = [
        "axis": .string("\(extents.axis)"), "length": .number(extents.length),
        "unmeasured": JSONValue(extents.unmeasuredCount),
      ]
    }
    if let range = range() { json["workingRange"] = .object(self.json(of: range, state)) }
    return json
  }

  private func json(of report: WorkingRangeReport, _ state: ListState) -> JSONObject {
    func names(_ items: [ItemID]) -> JSONValue {
      .array(
        items.prefix(Self.itemCountMax).map { .string(TreeID.item($0).key) })
    }
    func offset(of item: ItemID?) -> JSONValue? {
      guard let item, let path = try? state.path(of: item) else { return nil }
      return state.offset(of: path).map(JSONValue.init(_:))
    }
    return JSONObject(present: [
      "ahead": report.range.ahead.json, "behind": report.range.behind.json,
      "forward": .bool(report.isForward), "countMax": JSONValue(report.countMax),
      "entered": names(report.enteredItems), "enteredCount": JSONValue(report.enteredItems.count),
      "first": offset(of: report.enteredItems.first), "last": offset(of: report.enteredItems.last),
      "shownCount": JSONValue(report.shownCount), "unreadable": names(report.unreadableItems),
    ])
  }
}

extension WorkingRange.Reach {
  fileprivate var json: JSONValue {
    switch self {
    case .items(let count): ["items": JSONValue(count)]
    case .points(let points): ["points": .number(points)]
    }
  }
}
