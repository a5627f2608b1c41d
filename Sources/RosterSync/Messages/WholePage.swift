internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// A part of a list that a hub sends whole: its sections and items from one place on.
///
/// All pages are of one revision, which the device names when it asks for the next one. So they fit
/// together, whatever the hub commits meanwhile.
struct WholePage: Sendable {
  /// A section with its items, or with those that a page has of it. Only the page with the first item has its model.
  typealias Section = ListContents<JSONValue, JSONValue>.Section

  /// Where a page begins.
  struct Start: Hashable, Sendable {
    /// The revision of all pages.
    var revision: Revision
    /// The hub's mark of that revision.
    var mark: String
    /// The first item of the page. If it is the first of its section, the page begins with the
    /// section.
    var path = ItemPath(section: 0, item: 0)

    var json: JSONValue {
      ["revision": .integer(revision), "mark": .string(mark), "path": path.json]
    }
  }

  /// Where it begins.
  var start: ItemPath
  /// Where the next page begins, `nil` behind the last one.
  var next: ItemPath?
  var sections: [Section] = []
  /// The states of the page's items, and of the headers and footers of sections whose model it has, by
  /// their places in the list.
  var states: [LoggedState] = []
  /// What is settled; only in the last page.
  var settled = SettledChanges()

  /// Where the next page begins, if it has something: behind the last item, or with the next section.
  fileprivate var end: ItemPath? {
    guard let last = sections.last else { return nil }
    let section = start.section + sections.count - 1
    let item = last.items.count + (sections.count == 1 ? start.item : 0)
    if let next, next.section == section + 1 { return ItemPath(section: section + 1, item: 0) }
    // A page within a section has at least one item.
    return last.items.isEmpty ? nil : ItemPath(section: section, item: item)
  }

  fileprivate var byteCount: Int {
    sections.reduce(states.reduce(0) { $0 + $1.json.byteCountMax }) {
      $0 + ($1.model?.byteCountMax ?? 0) + $1.items.byteCountMax
    }
  }

  func addMembers(to json: inout JSONObject) {
    json["whole"] = .array(sections.map { [$0.model ?? .null, .array($0.items)] })
    if !states.isEmpty { json["states"] = states.json }
    json["start"] = start.json
    if let next {
      json["next"] = next.json
    } else {
      settled.addMembers(to: &json)
    }
  }
}

extension WholePage {
  init(json: JSONValue) throws {
    start = try json.sync["start"].path()
    next = try json["next"].map { try $0.sync.path() }
    sections = try json.sync["whole"].array().map { section in
      let (model, items) = try section.sync.pair()
      return Section(model: model == .null ? nil : model, items: try items.sync.array())
    }
    states = try json.sync["states"].states()
    if next == nil { settled = try SettledChanges(json: json) }
  }
}

extension WholePage.Start {
  init(json: JSONValue) throws {
    revision = try json.sync["revision"].integer()
    mark = try json.sync["mark"].mark()
    path = try json.sync["path"].path()
  }
}

/// The pages of a list that a device has so far.
struct WholePages: Sendable {
  private(set) var sections: [WholePage.Section] = []
  private(set) var states: [LoggedState] = []
  /// Where the next page begins.
  private(set) var next: WholePage.Start
  /// A bound of the bytes of all models and states.
  private var byteCount = 0

  /// Makes the beginning of a list that has no page yet.
  init(revision: Revision, mark: String) {
    next = WholePage.Start(revision: revision, mark: mark)
  }

  /// Adds a page.
  ///
  /// - Returns: Whether it was the last one; `nil` if it is not the next page.
  /// - Throws: `malformed` if the list gets too long.
  mutating func add(
    _ page: WholePage, revision: Revision, mark: String
  ) throws(SyncError) -> Bool? {
    guard revision == next.revision, mark == next.mark, page.start == next.path else { return nil }
    if let path = page.next, path != page.end { return nil }
    byteCount += page.byteCount
    guard byteCount <= SyncBounds.wholeByteCountMax else {
      throw .malformed("the list has more than \(SyncBounds.wholeByteCountMax) bytes")
    }
    var added = page.sections[...]
    if page.start.item > 0 {
      guard !sections.isEmpty, let first = added.popFirst() else { return nil }
      sections[sections.count - 1].items += first.items
    }
    sections += added
    states += page.states
    if let path = page.next { next.path = path }
    return page.next == nil
  }
}
