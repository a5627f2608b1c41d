import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost

/// The mount of a list on a recording host, which is compared with the frame after every update.
final class ListUnderTest {
  let host = RecordingHost()
  let mount: ListMount<RecordingHost>
  let poolCountMax: Int

  init(poolCountMax: Int = 16) {
    self.poolCountMax = poolCountMax
    mount = ListMount(in: host.container, of: host, poolCountMax: poolCountMax)
  }

  /// The numbers of the views of the shown rows, in their order among siblings.
  var rowNumbers: [Int] { host.shownNumbers(in: mount.list) }

  /// Shows a frame, and returns what is wrong afterwards, `nil` if nothing is.
  func offence(
    showing frame: ListFrame, telling controllers: ControllerHost<RecordingHost.View>? = nil
  ) -> (counts: MountCounts, offence: String?) {
    let before = host.counts
    let counts =
      if let controllers {
        mount.show(frame, displaying: frame.rows.map(\.tree), telling: controllers)
      } else {
        mount.show(frame)
      }
    var called = host.counts - before
    called.reused = counts.reused
    if let fault = (host.faults + host.inconsistencies).first { return (counts, fault) }
    if host.picture() != [SeenView(frame)] { return (counts, "something else is shown") }
    if host.largestPoolCount > poolCountMax { return (counts, "a pool is too large") }
    if called != counts { return (counts, "the counts are \(counts), not \(called)") }
    for (view, row) in zip(host.shownViews(in: mount.list), frame.rows)
    where mount.tree(of: view) != row.tree {
      return (counts, "the view of \(row.tree) is not known")
    }
    return (counts, nil)
  }
}

extension SeenView {
  /// The picture of a list: the naive model of its mount.
  init(_ frame: ListFrame) {
    self.init(
      className: "list",
      attributes: [
        "axis": frame.axis == .vertical ? "vertical" : "horizontal",
        "length": .number(frame.length), "offset": .number(frame.offset),
        "count": .number(Double(frame.rowCount)),
      ],
      events: [:], accessibility: nil, frame: nil,
      within: frame.rows.map { SeenView($0, in: frame) })
  }

  private init(_ row: ListRow, in frame: ListFrame) {
    var attributes: [String: JSONValue] = [
      "tree": .string("\(row.tree)"), "section": .number(Double(row.place.section)),
    ]
    switch row.place {
    case .item(let path):
      attributes["kind"] = "item"
      attributes["item"] = .number(Double(path.item))
    case .supplement(let kind, _): attributes["kind"] = .string("\(kind)")
    }
    if let end = row.stickyEnd { attributes["stickyEnd"] = .number(end) }
    let along = (row.start, row.length)
    let across = (0.0, frame.breadth)
    let (x, y) = frame.axis == .vertical ? (across, along) : (along, across)
    self.init(
      className: "row", attributes: attributes, events: [:], accessibility: nil,
      frame: ViewFrame(
        origin: Point(x: x.0, y: y.0), size: Size(width: x.1, height: y.1)),
      within: SeenView.pictures(row.views, isLaidOut: row.isLaidOut))
  }
}

extension ListRow {
  /// A row of an item, ten points long.
  static func item(
    _ number: Int, at item: Int, in section: Int = 0, views: [ViewTree]? = nil,
    isLaidOut: Bool = false
  ) -> ListRow {
    ListRow(
      .item(ItemID(rawValue: number)), at: .item(ItemPath(section: section, item: item)),
      views: views ?? [.row(number, ["text": .number(Double(number))])], isLaidOut: isLaidOut,
      start: Double(item) * 10, length: 10)
  }
}

extension ListFrame {
  /// A frame of items, one behind the other.
  static func items(_ numbers: [Int], isLaidOut: Bool = false) -> ListFrame {
    let rows = numbers.enumerated().map { ListRow.item($1, at: $0) }
    return ListFrame(
      rows: rows, length: Double(rows.count) * 10, breadth: 80, rowCount: rows.count)
  }
}
