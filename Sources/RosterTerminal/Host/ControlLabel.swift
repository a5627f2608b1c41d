internal import RosterJSON

/// The text of a button or a toggle: a title between marks, which is cut if there is less room.
struct ControlLabel {
  let before: String
  let title: String
  let after: String

  /// `[title]`, with an icon before the title.
  static func button(_ view: TerminalView, _ glyphs: Glyphs) -> ControlLabel {
    let parts = [view.string("icon"), view.string("title")].compactMap { $0 }.filter { !$0.isEmpty }
    return ControlLabel(before: "[", title: parts.joined(separator: " "), after: "]")
  }

  /// `[x] title`; `(•) title` if only one of several can be on.
  static func toggle(_ view: TerminalView, _ glyphs: Glyphs) -> ControlLabel {
    let isOn = view.flag("on")
    let mark =
      view.string("style") == "radio"
      ? "(\(isOn ? glyphs.radio : " "))" : "[\(isOn ? "x" : " ")]"
    let title = view.string("title") ?? ""
    return ControlLabel(before: title.isEmpty ? mark : mark + " ", title: title, after: "")
  }

  func text(columns: Int, _ glyphs: Glyphs) -> String {
    let room = columns - terminalColumns(before) - terminalColumns(after)
    let title = visual(shortened(title, columns: max(0, room), glyphs), glyphs)
    return before + title + after
  }
}

/// The parts of a view `segments`, from left to right: `[One]│ Two │ Three `.
struct Segments: Sequence, IteratorProtocol {
  struct Segment {
    let index: Int
    let title: String
    let columns: Range<Int>
    let isSelected: Bool
  }

  private let titles: [String]
  private let selected: Int?
  private var index = 0
  private var column = 0

  init(_ view: TerminalView) {
    titles = (view.attributes["titles"]?.arrayValue ?? []).map { $0.stringValue ?? "" }
    selected = view.attributes["selected"]?.intValue
  }

  /// How many there are.
  var count: Int { titles.count }

  mutating func next() -> Segment? {
    guard index < titles.count else { return nil }
    let title = titles[index]
    let end = column + terminalColumns(title) + 2
    defer {
      index += 1
      column = end + 1
    }
    return Segment(
      index: index, title: title, columns: column..<end, isSelected: index == selected)
  }
}
