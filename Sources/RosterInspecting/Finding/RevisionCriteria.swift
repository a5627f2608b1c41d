import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// Which revisions are looked for. All that is given must be so; of several kinds, one is enough.
struct RevisionCriteria {
  /// What a revision does to rows, or is to undo.
  enum Kind: String, CaseIterable {
    case inserted, updated, removed, moved, states
    case undo, redo
    /// The inspector brought a row or the list back.
    case restoration

    /// What it does to rows; `nil` if the kind is about the revision.
    var change: TouchedRow.Change? { TouchedRow.Change(rawValue: rawValue) }
  }

  /// The parameters of a question.
  static let names: Set<String> = [
    "origin", "group", "key", "text", "since", "until", "kinds", "changes", "bytes",
  ]
  private static let textByteCountMax = 1_000
  private static let timeMax = 1 << 53 - 1

  /// The only row that must have been touched.
  let tree: TreeID?
  /// What a model that was written or removed, or the user info, contains.
  let text: SearchedText?
  private let origin: SearchedText?
  private let group: SearchedText?
  private let since: Int?
  private let until: Int?
  private let kinds: Set<Kind>
  private let changeCountMin: Int
  private let byteCountMin: Int

  init(_ query: InspectorQuery) throws(InspectorError) {
    tree = query.has("key") ? try query.key() : nil
    text = try Self.text("text", query)
    origin = try Self.text("origin", query)
    group = try Self.text("group", query)
    since = try query.number("since", in: 0...Self.timeMax)
    until = try query.number("until", in: 0...Self.timeMax)
    kinds = try Self.kinds(query)
    changeCountMin = try query.number("changes", in: 0...revisionMax) ?? 0
    byteCountMin = try query.number("bytes", in: 0...Self.timeMax) ?? 0
  }

  private static func text(
    _ name: String, _ query: InspectorQuery
  ) throws(InspectorError) -> SearchedText? {
    guard let text = query.text(name) else { return nil }
    guard text.utf8.count <= textByteCountMax, let searched = SearchedText(text) else {
      throw InspectorError(400, "\(name) has 1 to \(textByteCountMax) bytes")
    }
    return searched
  }

  private static func kinds(_ query: InspectorQuery) throws(InspectorError) -> Set<Kind> {
    var kinds: Set<Kind> = []
    for name in query.text("kinds")?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let kind = Kind(rawValue: String(name)) else {
        throw InspectorError(
          400,
          "kinds are \(Kind.allCases.map(\.rawValue).joined(separator: ", ")), not "
            + "\(String(name).shortened(byteCountMax: 40).inQuotes)")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  // MARK: Deciding

  /// Returns whether a revision may be one of those looked for, as far as its record in the journal says without the
  /// rows of the list.
  ///
  /// - Parameter written: How many bytes it has written; without that, its row counts.
  func admit(_ row: JournalRow, written: Int?) -> Bool {
    if let origin, !origin.isIn(.string(row.origin ?? "")) { return false }
    if let group, !group.isIn(.string(row.group ?? "")) { return false }
    if let since, row.committed ?? .min < since { return false }
    if let until, row.committed ?? .max > until { return false }
    if changeCountMin > 0, row.counts?.total ?? 0 < changeCountMin { return false }
    if byteCountMin > 0, written ?? row.byteCount < byteCountMin { return false }
    return kinds.isEmpty || !kinds.isDisjoint(with: row.kinds)
  }

  /// Returns those of the rows that a revision touched by which it is one of those looked for.
  func admitted(_ touched: [TouchedRow], of row: JournalRow) -> [TouchedRow] {
    let changes = Set(kinds.compactMap(\.change))
    let isOfKindItself = row.kinds.contains { kinds.contains($0) && $0.change == nil }
    if kinds.isEmpty || isOfKindItself { return touched }
    return touched.filter { !changes.isDisjoint(with: $0.changes) }
  }
}

extension JournalRow {
  /// What the revision is, as far as its row says.
  fileprivate var kinds: Set<RevisionCriteria.Kind> {
    var kinds: Set<RevisionCriteria.Kind> = []
    let counts = counts ?? ChangeCounts()
    if counts.insertedItems + counts.insertedSections > 0 { kinds.insert(.inserted) }
    if counts.updatedItems + counts.updatedSections > 0 { kinds.insert(.updated) }
    if counts.removedItems + counts.removedSections > 0 { kinds.insert(.removed) }
    if counts.movedItems + counts.movedSections > 0 { kinds.insert(.moved) }
    if counts.states > 0 { kinds.insert(.states) }
    switch RevisionKind(self) {
    case .undo: kinds.insert(.undo)
    case .redo: kinds.insert(.redo)
    default: break
    }
    if isRestoration { kinds.insert(.restoration) }
    return kinds
  }

  private var isRestoration: Bool {
    guard let userInfo, userInfo.contains(LiveList.restoredName) else { return false }
    return (try? JSONParser().parse(userInfo))?[LiveList.restoredName] != nil
  }
}
