import RosterComponents
import RosterCore
import RosterLayout
import RosterMounting
import RosterTestKit
import RosterTestSupport
import RosterWidgets

@testable import RosterImages
@testable import RosterTerminal

/// Rows with pictures in a terminal, whose views are recycled as the user scrolls.
final class RowsUnderTest {
  struct Row {
    var address: String
    var width: Int
    var height: Int
    var fit = ImageView.Fit.contain

    /// What the row asks for: a cell has two pixels.
    var request: ImageRequest {
      ImageRequest(address, size: PixelSize(width: width, height: 2 * height), fit: fit)
    }
  }

  struct Sink: TreeEditSink {
    func enqueue(_ edit: TreeEdit, to tree: TreeID) {}
  }

  static let rowLength = 4
  static let breadth = 20.0

  let host = TerminalHost(size: Size(width: breadth, height: 20))
  let mount: ListMount<TerminalHost>
  let controllers = ControllerHost<TerminalView>(sink: Sink())
  let images: NetworkImages<TerminalHost>
  private(set) var rows: [Row]
  private var trees: [Int: ComponentTree<Never>] = [:]
  /// The indices of the rows that have views.
  private(set) var shown = 0..<0
  private(set) var visible = 0..<0
  private(set) var offset = 0

  init(_ rows: [Row], loader: ImageLoader) {
    self.rows = rows
    mount = ListMount(in: host.root, of: host, poolCountMax: 4)
    images = NetworkImages(loader, on: host, isolation: nil)
    controllers.register(images.controller)
  }

  var offsetMax: Int { max(0, rows.count * Self.rowLength - 20) }

  func id(_ index: Int) -> TreeID { .item(ItemID(rawValue: index)) }

  // MARK: Changing

  func scroll(to offset: Int, overscan: Int = 2) throws {
    self.offset = min(max(offset, 0), offsetMax)
    let first = self.offset / Self.rowLength
    let last = min(rows.count, (self.offset + 20 + Self.rowLength - 1) / Self.rowLength)
    visible = first..<max(first, last)
    let next = max(0, first - overscan)..<min(rows.count, last + overscan)
    try show(next)
  }

  /// Gives a row another picture.
  func update(_ index: Int, _ change: (inout Row) -> Void) throws {
    change(&rows[index])
    trees[index] = nil
    if shown.contains(index) {
      controllers.apply(removing: [], updating: [(id(index), try tree(index))])
      try show(shown)
    }
  }

  /// Takes all rows off the screen.
  func removeAll() throws {
    visible = 0..<0
    try show(0..<0)
    controllers.removeAll()
  }

  private func show(_ next: Range<Int>) throws {
    let fresh = try next.filter { !shown.contains($0) }.map { (id($0), try tree($0)) }
    controllers.apply(removing: [], updating: fresh)
    let rows = try next.map { index in
      ListRow(
        id(index), at: .item(ItemPath(section: 0, item: index)), views: try tree(index).views,
        isLaidOut: true, start: Double(index * Self.rowLength), length: Double(Self.rowLength))
    }
    let frame = ListFrame(
      rows: rows, length: Double(self.rows.count * Self.rowLength), breadth: Self.breadth,
      offset: Double(offset), rowCount: self.rows.count)
    mount.show(frame, displaying: visible.map(id), telling: controllers)
    controllers.evict(shown.filter { !next.contains($0) }.map(id))
    shown = next
  }

  private func tree(_ index: Int) throws -> ComponentTree<Never> {
    if let tree = trees[index] { return tree }
    let row = rows[index]
    let image = NetworkImage(row.address, alternative: "row \(index)", fit: row.fit)
      .size(width: .points(Double(row.width)), height: .points(Double(row.height)))
    let tree = try TreeBuilder().build(Node(image)).tree.laidOut(
      in: LayoutConstraints(
        SizeRange(min: .zero, max: Size(width: Self.breadth, height: .infinity))))
    trees[index] = tree
    return tree
  }

  // MARK: Looking

  /// The view of the picture of a row that is shown.
  func imageView(_ index: Int) -> TerminalView? {
    mount.view(of: id(index)).flatMap { Self.images(in: $0).first }
  }

  private static func images(in view: TerminalView) -> [TerminalView] {
    (view.className == "image" ? [view] : []) + view.children.flatMap { images(in: $0) }
  }

  /// Returns what is wrong with what is shown; `nil` if nothing is.
  func offence() -> String? {
    var views: Set<TerminalView> = []
    for index in shown {
      guard let view = imageView(index) else { return "row \(index) has no view" }
      views.insert(view)
      guard case .picture(let picture)? = view.loaded else { continue }
      let row = rows[index]
      if Array(picture.bytes.prefix(3)) != ScriptedDecoder.color(of: row.address) {
        return "row \(index) of \(row.address) shows the picture of another address"
      }
    }
    for view in Self.images(in: host.root) where !views.contains(view) {
      if view.loaded != nil { return "a view in a pool shows \(String(describing: view.loaded))" }
    }
    return nil
  }
}
