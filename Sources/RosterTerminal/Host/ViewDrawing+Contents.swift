internal import RosterJSON
internal import RosterLayout
internal import RosterMounting
internal import RosterText

extension ViewDrawing {
  /// Draws what a view shows besides the views in it.
  mutating func drawContent(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    switch view.className {
    case "text": drawText(of: view, at: place, ink)
    case "button": drawLabel(ControlLabel.button(view, glyphs), of: view, at: place, ink)
    case "toggle": drawLabel(ControlLabel.toggle(view, glyphs), of: view, at: place, ink)
    case "segments": drawSegments(of: view, at: place, ink)
    case "progress": drawProgress(of: view, at: place, ink)
    case "spinner": drawSpinner(of: view, at: place, ink)
    case "field": drawField(view, at: place, ink)
    case "image": drawImage(of: view, at: place, ink)
    case "divider": drawDivider(of: view, at: place, ink)
    case "badge": drawBadge(of: view, at: place, ink)
    case "slot" where view.children.isEmpty: drawSlot(of: view, at: place, ink)
    default: break
    }
  }

  /// Draws the sign of a view over what is in it.
  mutating func drawMark(_ mark: Character, at place: ViewPlace) {
    let ink = Ink(color: names.color("accent"), attributes: .bold)
    write(
      String(mark), place.cells.rows.lowerBound, place.cells.columns.lowerBound, place.visible, ink)
  }

  // MARK: Text

  private mutating func drawText(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    guard let text = view.string("text"), !text.isEmpty else { return }
    let (rows, columns) = (place.cells.rows, place.cells.columns)
    let spans = TextSpan.spans(view.attributes["spans"])
    for line in lines(of: text, in: view, at: place) {
      let row = rows.lowerBound + line.row
      var column = columns.lowerBound + indent(line, in: columns.count, view)
      for part in line.parts {
        write(part.text, row, column, place.visible, ink)
        draw(spans, over: part, row, column, place.visible, ink)
        column += terminalColumns(part.text)
      }
    }
  }

  /// Returns the visible lines of what a view shows as text.
  private func lines(of text: String, in view: TerminalView, at place: ViewPlace) -> [ShownLine] {
    let shown = view.text ?? ShownText(text, in: view, glyphs)
    view.text = shown
    let (cells, visible) = (place.cells, place.visible.rows)
    let top = cells.rows.lowerBound
    return shown.lines(
      rows: cells.rows.count, columns: cells.columns.count,
      visible: visible.lowerBound - top..<visible.upperBound - top)
  }

  private func indent(_ line: ShownLine, in room: Int, _ view: TerminalView) -> Int {
    let free = max(0, room - line.columns)
    return switch view.string("align") {
    case "center": free / 2
    case "end": line.isRightToLeft ? 0 : free
    // What is too wide at the right edge is left of the room.
    default: line.isRightToLeft ? room - line.columns : 0
    }
  }

  private mutating func draw(
    _ spans: [TextSpan], over part: ShownLine.Part, _ row: Int, _ column: Int,
    _ clip: CellRectangle, _ ink: Ink
  ) {
    for span in spans where span.range.overlaps(part.source) {
      let range = span.range.clamped(to: part.source)
      let start = column + columns(of: part, upTo: range.lowerBound)
      let end = column + columns(of: part, upTo: range.upperBound)
      guard start < end else { continue }
      let area = CellRectangle(rows: row..<row + 1, columns: start..<end).intersection(clip)
      if area.isEmpty { continue }
      canvas.restyle(area) { [names] in Self.restyle(&$0, as: span.value, ink, names) }
    }
  }

  private static func restyle(
    _ style: inout CellStyle, as span: JSONValue, _ ink: Ink, _ names: ColorNames
  ) {
    var ink = ink
    ink.attributes.formUnion(style.attributes)
    let isLink = span["link"] != nil
    if let color = names.color(span["color"]?.stringValue ?? (isLink ? "accent" : nil)) {
      ink.color = color
    } else {
      ink.color = style.foreground
    }
    if span["bold"]?.boolValue == true { ink.attributes.insert(.bold) }
    if span["italic"]?.boolValue == true { ink.attributes.insert(.italic) }
    if span["underline"]?.boolValue ?? isLink { ink.attributes.insert(.underline) }
    style = ink.style(style)
  }

  /// The number of cells of a part before an offset in the text of its view.
  private func columns(of part: ShownLine.Part, upTo offset: Int) -> Int {
    // Soft hyphens are in the text of the view, and not in that of the part.
    var remaining = offset - part.source.lowerBound
    let missing = part.source.count - part.text.utf8.count
    if missing != 0, offset == part.source.upperBound { remaining = part.text.utf8.count }
    let utf8 = part.text.utf8
    let index =
      utf8.index(utf8.startIndex, offsetBy: max(0, remaining), limitedBy: utf8.endIndex)
      ?? utf8.endIndex
    return terminalColumns(part.text[..<index])
  }

  // MARK: Controls

  /// Draws the label of a control in the middle of its room.
  private mutating func drawLabel(
    _ label: ControlLabel, of view: TerminalView, at place: ViewPlace, _ ink: Ink
  ) {
    let (rows, columns) = (place.cells.rows, place.cells.columns)
    let text = label.text(columns: columns.count, glyphs)
    let row = rows.lowerBound + max(0, rows.count - 1) / 2
    let isCentered = view.className == "button"
    let free = max(0, columns.count - terminalColumns(text))
    var ink = ink
    if view.flag("selected") { ink.attributes.insert(.bold) }
    if view.className == "button", ink.color == nil, !ink.attributes.contains(.dim) {
      ink.color = names.color("accent")
    }
    if view === focused { ink.attributes.insert(.reverse) }
    write(text, row, columns.lowerBound + (isCentered ? free / 2 : 0), place.visible, ink)
  }

  private mutating func drawSegments(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    let row = place.cells.rows.lowerBound + max(0, place.cells.rows.count - 1) / 2
    for segment in Segments(view) {
      var ink = ink
      if segment.isSelected {
        ink.attributes.insert(.bold)
        if view === focused { ink.attributes.insert(.reverse) }
      } else if view === focused {
        ink.attributes.insert(.underline)
      }
      let column = place.cells.columns.lowerBound + segment.columns.lowerBound
      let title = visual(segment.title, glyphs)
      let text = segment.isSelected ? "[\(title)]" : " \(title) "
      if segment.index > 0 {
        let line = Ink(color: names.color("separator"), opacity: ink.opacity)
        write(String(glyphs.vertical), row, column - 1, place.visible, line)
      }
      write(text, row, column, place.visible, ink)
    }
  }

  private mutating func drawProgress(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    let columns = place.cells.columns
    // No bar is wider than a terminal can be, and a frame may be.
    guard columns.count <= 10_000 else { return }
    let text =
      view.number("value").map { glyphs.bar($0, columns: columns.count) }
      ?? glyphs.wanderingBar(Self.step(time), columns: columns.count)
    var ink = ink
    if ink.color == nil { ink.color = names.color("accent") }
    if glyphs.isUnicode { ink.background = ink.background ?? names.color("surface") }
    for row in place.visible.rows {
      write(text, row, columns.lowerBound, place.visible, ink)
    }
  }

  private mutating func drawSpinner(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    guard view.attributes["active"]?.boolValue ?? true else { return }
    write(
      String(glyphs.spinner(Self.step(time))), place.cells.rows.lowerBound,
      place.cells.columns.lowerBound, place.visible, ink)
  }

  /// The number of the picture that everything that moves shows at a time.
  static func step(_ time: Double) -> Int {
    Int(exactly: (min(max(time, 0), 1e12) * 10).rounded(.down)) ?? 0
  }

  private mutating func drawDivider(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    var ink = ink
    if ink.color == nil { ink.color = names.color("separator") }
    let isVertical = view.string("axis") == "vertical"
    var area = place.visible
    // One line, however large the frame is.
    if isVertical {
      let first = place.cells.columns.lowerBound
      area = area.intersection(CellRectangle(rows: area.rows, columns: first..<first + 1))
    } else {
      let first = place.cells.rows.lowerBound
      area = area.intersection(CellRectangle(rows: first..<first + 1, columns: area.columns))
    }
    let character = isVertical ? glyphs.vertical : glyphs.horizontal
    for row in area.rows {
      let text = String(repeating: character, count: area.columns.count)
      write(text, row, area.columns.lowerBound, area, ink)
    }
  }

  private mutating func drawBadge(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    guard let text = view.string("text"), !text.isEmpty else { return }
    var ink = ink
    ink.attributes.insert(.bold)
    if view.attributes["background"] == nil {
      ink.attributes.insert(.reverse)
      if ink.color == nil { ink.color = names.color("accent") }
    }
    let columns = place.cells.columns
    // Its own room tells whether there is some on both sides of the text.
    let width = terminalColumns(text)
    let shown =
      width + 2 <= columns.count
      ? " \(visual(text, glyphs)) "
      : visual(shortened(text, columns: columns.count, glyphs), glyphs)
    write(shown, place.cells.rows.lowerBound, columns.lowerBound, place.visible, ink)
  }

  private mutating func drawSlot(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    guard let name = view.string("name"), !name.isEmpty else { return }
    var ink = ink
    ink.attributes.insert(.dim)
    write(
      shortened("<\(name)>", columns: place.cells.columns.count, glyphs),
      place.cells.rows.lowerBound, place.cells.columns.lowerBound, place.visible, ink)
  }

  // MARK: Images

  private mutating func drawImage(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    drawPicture(view.shownPicture, of: view, at: place, ink)
    if case .loading(let progress?)? = view.loaded {
      drawLoading(progress, at: place, ink)
    }
  }

  /// Draws a bar in the last row of a picture that is on its way.
  private mutating func drawLoading(_ progress: Double, at place: ViewPlace, _ ink: Ink) {
    let (rows, columns) = (place.cells.rows, place.cells.columns)
    guard let last = rows.last, 4...10_000 ~= columns.count else { return }
    var ink = ink
    ink.color = names.color("accent")
    write(
      glyphs.bar(progress, columns: columns.count), last, columns.lowerBound, place.visible, ink)
  }

  private mutating func drawPicture(
    _ picture: PixelPicture?, of view: TerminalView, at place: ViewPlace, _ ink: Ink
  ) {
    let (rows, columns) = (place.cells.rows, place.cells.columns)
    guard let picture, rows.count <= 10_000, columns.count <= 10_000,
      glyphs.drawPixels(in: names.depth)
    else { return drawAlternative(of: view, at: place, ink) }
    let fit = PixelPicture.Fit(rawValue: view.string("fit") ?? "contain") ?? .contain
    let pixels = picture.scaled(columns: columns.count, halfRows: 2 * rows.count, fit)
    for row in place.visible.rows {
      let number = 2 * (row - rows.lowerBound)
      for column in place.visible.columns {
        let place = column - columns.lowerBound
        draw(
          top: pixels[number][place], bottom: pixels[number + 1][place],
          at: CellPosition(row: row, column: column), ink.opacity)
      }
    }
  }

  private mutating func draw(
    top: Components?, bottom: Components?, at position: CellPosition, _ opacity: Double
  ) {
    let cell = CellRectangle(
      rows: position.row..<position.row + 1, columns: position.column..<position.column + 1)
    var ink = Ink(opacity: opacity)
    let text: Character
    switch (top, bottom) {
    case (nil, nil): return
    case _ where !glyphs.isUnicode:
      guard let color = top ?? bottom else { return }
      text = glyphs.shade(color)
    case (let top?, let bottom):
      text = "▀"
      ink.color = top.color
      ink.background = bottom?.color
    case (nil, let bottom?):
      text = "▄"
      ink.color = bottom.color
    }
    write(String(text), position.row, position.column, cell, ink)
  }

  private mutating func drawAlternative(of view: TerminalView, at place: ViewPlace, _ ink: Ink) {
    var text = view.string("alternative") ?? view.label ?? ""
    if case .failed(let reason)? = view.loaded, !reason.isEmpty {
      text = text.isEmpty ? reason : "\(text): \(reason)"
    }
    guard !text.isEmpty else { return }
    var ink = ink
    ink.attributes.insert(.dim)
    let (rows, columns) = (place.cells.rows, place.cells.columns)
    for line in lines(of: text, in: view, at: place) {
      let text = line.parts.map(\.text).joined()
      let column = columns.lowerBound + (line.isRightToLeft ? columns.count - line.columns : 0)
      write(text, rows.lowerBound + line.row, column, place.visible, ink)
    }
  }
}

extension TerminalView {
  /// The picture that was loaded, or the one of the attributes.
  fileprivate var shownPicture: PixelPicture? {
    switch loaded {
    case .picture(let picture): return PixelPicture(picture)
    case .failed: return nil
    case .loading, nil:
      let known = picture ?? PixelPicture(attributes["pixels"] ?? attributes["preview"])
      picture = .some(known)
      return known
    }
  }
}

extension Components {
  fileprivate var color: CellColor {
    .rgb(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
  }
}
