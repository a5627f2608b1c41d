import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterText

/// Lines of text on the whole screen, of which the visible ones have views. Those that are longer
/// than the screen is wide are broken.
@MainActor
final class TextPage {
  let title: String
  private let contents: [TextContent]
  private let host: TerminalHost
  private let mount: ListMount<TerminalHost>
  private var lines: [String] = []
  /// The width that the lines were broken for.
  private var columns = 0.0
  private var offset = 0.0

  init(_ lines: [String], title: String, on host: TerminalHost) {
    contents = lines.map {
      TextContent(
        $0, measurer: TerminalMeasurer(), options: TextOptions(wrapping: .wordsOrCharacters))
    }
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

  private func breakLines() {
    let width = max(1, host.size.width - 1)
    guard columns != width else { return }
    columns = width
    lines = contents.flatMap { content in
      let lines = content.lines(in: Size(width: width, height: .infinity))
      return lines.isEmpty ? [""] : lines.map { content.string(of: $0) }
    }
  }

  private func show() {
    breakLines()
    let size = host.size
    // After a change of the size there may be less to scroll.
    offset = min(offset, max(0, Double(lines.count) - size.height))
    let first = Int(max(0, offset))
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
