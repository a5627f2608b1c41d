import Roster

/// Views as lines of text, each where its layout has put it.
struct Drawing {
  /// Some text in a line.
  private struct Piece {
    let line: Int
    let column: Int
    let text: String
  }

  private var pieces: [Piece] = []

  init(_ views: [ViewTree]) {
    for view in views { draw(view, at: .zero) }
  }

  /// The lines, as far down as there is anything.
  var lines: [String] {
    var lines = [String](repeating: "", count: (pieces.map(\.line).max() ?? -1) + 1)
    let measurer = TerminalMeasurer()
    for piece in pieces.sorted(by: { $0.column < $1.column }) {
      let gap = max(0, piece.column - measurer.columns(of: lines[piece.line]))
      lines[piece.line] += String(repeating: " ", count: gap) + piece.text
    }
    return lines
  }

  private mutating func draw(_ view: ViewTree, at origin: Point) {
    guard let frame = view.frame else { return }
    let origin = Point(x: origin.x + frame.origin.x, y: origin.y + frame.origin.y)
    if let text = view.text {
      let content = TextContent(terminal: text)
      for (number, line) in content.lines(in: frame.size).enumerated() {
        pieces.append(
          Piece(
            line: Int(origin.y) + number, column: Int(origin.x), text: content.string(of: line)))
      }
    }
    for child in view.children { draw(child, at: origin) }
  }
}

extension ViewTree {
  /// The text of the view itself, without the views in it.
  fileprivate var text: String? {
    switch spec.className {
    case "text": spec.attributes["text"]?.stringValue
    case "button": Button.text(of: spec.attributes["title"]?.stringValue ?? "")
    default: nil
    }
  }

  /// The button of a name in the view.
  func button(named name: String) -> ViewTree? {
    if spec.className == "button", spec.attributes["name"]?.stringValue == name { return self }
    return children.lazy.compactMap { $0.button(named: name) }.first
  }
}
