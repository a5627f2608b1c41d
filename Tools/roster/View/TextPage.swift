import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal

/// Lines of text on the whole screen, of which the visible ones have views.
@MainActor
final class TextPage {
  let title: String
  private let lines: [String]
  private let host: TerminalHost
  private let mount: ListMount<TerminalHost>
  private var offset = 0.0

  init(_ lines: [String], title: String, on host: TerminalHost) {
    self.lines = lines
    self.title = title
    self.host = host
    mount = ListMount(in: host.root, of: host)
    show()
  }

  func scroll(to offset: Double) {
    self.offset = offset
    mount.userScrolled(to: offset)
    show()
  }

  func resize() { show() }

  func close() { mount.removeAll() }

  private func show() {
    let size = host.size
    let first = max(0, Int(min(offset, Double(lines.count))))
    let last = min(lines.count, first + Int(size.height) + 1)
    let rows = (first..<max(first, last)).map { number in
      var view = ViewTree(spec: ViewSpec("text", attributes: ["text": .string(lines[number])]))
      view.frame = ViewFrame(
        origin: Point(x: 1, y: 0), size: Size(width: max(0, size.width - 1), height: 1))
      return ListRow(
        .item(ItemID(rawValue: number + 1)), at: .item(ItemPath(section: 0, item: number)),
        views: [view], isLaidOut: true, start: Double(number), length: 1)
    }
    mount.show(
      ListFrame(
        .vertical, rows: rows, length: Double(lines.count), breadth: size.width, offset: offset,
        rowCount: lines.count))
  }
}
