internal import RosterCore
internal import RosterJSON

/// A row that a page was sent.
struct SentRow {
  let row: TreeID
  let digest: UInt64
}

/// The rows of the last update, the header that sticks over them, and what their members are.
struct SentRows {
  var rows: [SentRow] = []
  var sticky: SentRow?
  var fields: RowFields?
}

/// What an update is made of.
struct UpdateDraft {
  let number: Int
  /// The list that is shown, and how many the session has shown before.
  let feed: ListFeed
  let turn: Int
  let present: FeedPresent
  let shown: RowSlots
  let slots: Range<Int>
  /// The first slot that the page has asked for.
  let wantedFirst: Int
  let aboveCount: Int
  /// The row to go to.
  let place: TreeID?
  /// What the page was sent with the update before.
  let former: SentRows

  /// Returns the rows of the window, and behind them the header of the section in which it begins.
  ///
  /// - Complexity: O(log² *n* + *m* log *n*) for *m* rows.
  func rows() throws(StorageError) -> (window: [PlacedRow], sticky: PlacedRow?) {
    let rows = try shown.rows(inSlots: slots)
    guard let section = rows.first?.place.section,
      let id = present.state.sectionID(at: section)
    else { return (rows, nil) }
    let header = PlacedRow(
      tree: .supplement(SupplementID(.header, of: id)),
      place: .supplement(.header, ofSection: section))
    return (rows, header)
  }
}

/// An update as it is sent: the new window, as runs of rows that the page has already and rows that are
/// new or have changed.
struct UpdateMessage {
  private(set) var bytes: [UInt8] = []
  /// What the page has with this update.
  private(set) var rows = SentRows()
  /// Whether everything is in it. If the update would be too large, the rest comes with the next one.
  private(set) var isComplete = true

  private var run: Range<Int>?
  private var isFirst = true

  /// - Parameters:
  ///   - contents: The contents of the rows of the window, and of the sticky one behind them.
  ///   - origins: Who has last changed the rows of the window; none if that is not known.
  ///   - fields: What the members of models are; `nil` if that is not known.
  init(
    _ draft: UpdateDraft, _ rows: [PlacedRow], sticky: PlacedRow?, _ contents: [RowContent],
    origins: [String?] = [], fields: RowFields? = nil
  ) throws(StorageError) {
    let (state, shown) = (draft.present.state, draft.shown)
    let contents = zip(sticky.map { rows + [$0] } ?? rows, contents).map { row, content in
      content.folded(shown.foldedCount(of: row))
    }
    append("{\"update\":\(draft.number),\"revision\":\(state.revision)")
    append(",\"items\":\(state.itemCount),\"sections\":\(state.sectionCount)")
    append(",\"slots\":\(shown.slotCount),\"first\":\(draft.slots.lowerBound)")
    append(",\"item\":\(shown.itemCount(beforeSlot: draft.slots.lowerBound))")
    if let section = rows.first?.place.section { append(",\"section\":\(section)") }
    try appendColumns(of: rows, draft.present)
    append(",\"above\":\(draft.aboveCount)")
    if let place = draft.place, let slot = try shown.slot(of: place) {
      append(",\"place\":{\"key\":\"\(place.key)\",\"slot\":\(slot)}")
    }
    self.rows.fields = fields ?? draft.former.fields
    if let fields, fields != draft.former.fields {
      append(",\"fields\":\(fields.json.canonicalText)")
    }
    appendSticky(sticky, contents.last, draft.former)
    append(",\"rows\":[")
    appendRows(rows, contents, origins, draft.former)
    append("]}")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// Says which sections are shown as a grid, and where in its section the window begins.
  private mutating func appendColumns(
    of rows: [PlacedRow], _ present: FeedPresent
  ) throws(StorageError) {
    guard let first = rows.first?.place, let last = rows.last?.place else { return }
    var widths: [String] = []
    for section in first.section...last.section {
      guard let width = try present.columnWidth(section), width.isFinite, width > 0 else {
        continue
      }
      widths.append("\"\(section)\":\(JSONValue.number(width).canonicalText)")
    }
    guard !widths.isEmpty else { return }
    if case .item(let path) = first { append(",\"index\":\(path.item)") }
    append(",\"columns\":{\(widths.joined(separator: ","))}")
  }

  private mutating func append(_ row: PlacedRow, _ content: RowContent, by origin: String? = nil) {
    append("{\"key\":\"\(row.tree.key)\",\"kind\":\"\(row.tree.kindName)\"")
    append(",\"section\":\(row.place.section)")
    if let origin { append(",\"by\":\(JSONValue.string(origin).canonicalText)") }
    bytes += content.bytes
    append("}")
  }

  private mutating func appendSticky(
    _ row: PlacedRow?, _ content: RowContent?, _ former: SentRows
  ) {
    guard let row, let content else {
      append(",\"sticky\":null")
      return
    }
    rows.sticky = SentRow(row: row.tree, digest: content.digest)
    // The page has it already.
    if let sticky = former.sticky, sticky.row == row.tree, sticky.digest == content.digest {
      return
    }
    append(",\"sticky\":")
    append(row, content)
  }

  // MARK: Rows

  private mutating func appendRows(
    _ rows: [PlacedRow], _ contents: [RowContent], _ origins: [String?], _ former: SentRows
  ) {
    let known = Dictionary(
      former.rows.enumerated().lazy.map { ($0.element.row, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for (number, (row, content)) in zip(rows, contents).enumerated() {
      let index = known[row.tree]
      if let index, former.rows[index].digest == content.digest {
        appendKnown(former.rows[index], at: index)
      } else if hasRoom(for: content) {
        endRun()
        separate()
        // Of a row that is new to the page, it would tell who has made it, or an old change.
        let origin = index != nil && origins.indices.contains(number) ? origins[number] : nil
        append(row, content, by: origin)
        self.rows.rows.append(SentRow(row: row.tree, digest: content.digest))
      } else if let index {
        // The page keeps the former content until the next update.
        isComplete = false
        appendKnown(former.rows[index], at: index)
      } else {
        isComplete = false
        break
      }
    }
    endRun()
  }

  /// Whether an update has room for one more row. It always has for the first one.
  private func hasRoom(for content: RowContent) -> Bool {
    bytes.count + content.bytes.count + Self.rowByteCountMax <= PageLimits.updateByteCountMax
  }

  /// More than a row has around its content.
  private static let rowByteCountMax = 1_536

  private mutating func appendKnown(_ row: SentRow, at index: Int) {
    if let last = run, last.upperBound == index {
      run = last.lowerBound..<index + 1
    } else {
      endRun()
      run = index..<index + 1
    }
    rows.rows.append(row)
  }

  private mutating func endRun() {
    guard let ended = run else { return }
    run = nil
    separate()
    append("[\(ended.lowerBound),\(ended.count)]")
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
  }
}

extension RowFields {
  /// The fields as a page is told of them.
  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "columns": .array(
        columns.map { column in
          [
            "name": .string(column.name), "kind": .string(column.kind.rawValue),
            "width": .number(Double(column.width)), "telling": .bool(column.isTelling),
          ]
        })
    ]
    members["title"] = title.map { .string($0) }
    members["text"] = text.map { .string($0) }
    members["image"] = image.map { .string($0) }
    return .object(members)
  }
}
