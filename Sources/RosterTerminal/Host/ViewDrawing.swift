internal import RosterLayout

/// Draws views, each over those behind it.
struct ViewDrawing {
  var canvas: Canvas
  let names: ColorNames
  let glyphs: Glyphs
  /// The view with the focus; `nil` if it is not to be seen.
  let focused: TerminalView?
  /// In seconds.
  let time: Double

  /// What the views around a view make of it.
  struct Surroundings {
    var opacity = 1.0
    var isDisabled = false
    /// What is behind the view, if a view around it has a background.
    var background: CellColor?
  }

  /// What is still to be drawn.
  private enum Step {
    case view(TerminalView, ViewPlace, in: Surroundings)
    case mark(Character, ViewPlace)
    case focus(TerminalView, ViewPlace)
  }

  /// Draws a view with those in it.
  mutating func draw(_ view: TerminalView, at place: ViewPlace) {
    // A list of steps instead of recursion, since trees may be deep.
    var remaining = [Step.view(view, place, in: Surroundings())]
    while let step = remaining.popLast() {
      switch step {
      case .mark(let mark, let place): drawMark(mark, at: place)
      case .focus(let view, let place): drawFocus(of: view, at: place)
      case .view(let view, let place, let outer):
        guard view.isVisibleItself, canvas.draws(place.visible) else { continue }
        let inner = drawItself(view, at: place, in: outer)
        if view === focused { remaining.append(.focus(view, place)) }
        if let mark = view.mark { remaining.append(.mark(mark, place)) }
        guard view.showsChildren else { continue }
        let offset = view.childOffset
        for child in view.drawnChildren.reversed() {
          remaining.append(.view(child, place.place(of: child, scrolledTo: offset), in: inner))
        }
      }
    }
  }

  /// Draws a view without those in it.
  private mutating func drawItself(
    _ view: TerminalView, at place: ViewPlace, in outer: Surroundings
  ) -> Surroundings {
    var inner = outer
    inner.opacity *= view.opacity
    inner.isDisabled = outer.isDisabled || view.isDisabled
    let background = names.color(view.string("background"))
    if background != nil { inner.background = background }
    // What lies below a header that sticks, or a dragged row, is not to be seen through it.
    if background != nil || view.layer > 0 {
      if let background, let outside = outer.background {
        inner.background = Ink(opacity: inner.opacity).mixed(background, over: outside)
      }
      canvas.fill(place.visible, style: CellStyle(background: inner.background ?? .standard))
    }
    drawContent(of: view, at: place, ink(of: view, inner))
    if view.attributes["border"] != nil { drawBorder(of: view, at: place, inner) }
    return inner
  }

  func ink(of view: TerminalView, _ surroundings: Surroundings) -> Ink {
    var ink = Ink(color: names.color(view.string("color")), opacity: surroundings.opacity)
    if view.flag("bold") { ink.attributes.insert(.bold) }
    if view.flag("dim") || surroundings.isDisabled { ink.attributes.insert(.dim) }
    if view.flag("italic") { ink.attributes.insert(.italic) }
    if view.flag("underline") { ink.attributes.insert(.underline) }
    if view.flag("strikethrough") { ink.attributes.insert(.strikethrough) }
    return ink
  }

  private mutating func drawBorder(
    of view: TerminalView, at place: ViewPlace, _ surroundings: Surroundings
  ) {
    let (rows, columns) = (place.cells.rows, place.cells.columns)
    guard rows.count >= 2, columns.count >= 2 else { return }
    let color = names.color(view.string("border")) ?? names.color("separator")
    let ink = Ink(color: color, opacity: surroundings.opacity)
    // Frames may be far larger than the screen: only what is visible is written.
    let visible = place.visible
    for row in visible.rows {
      let isTop = row == rows.lowerBound
      let isBottom = row == rows.upperBound - 1
      let across = isTop || isBottom
      for column in visible.columns {
        let isLeft = column == columns.lowerBound
        let isRight = column == columns.upperBound - 1
        let character: Character
        switch (across, isLeft, isRight) {
        case (true, true, _): character = glyphs.corners[isTop ? 0 : 3]
        case (true, _, true): character = glyphs.corners[isTop ? 1 : 2]
        case (true, _, _): character = glyphs.horizontal
        case (false, true, _), (false, _, true): character = glyphs.vertical
        default: continue
        }
        write(String(character), row, column, visible, ink)
      }
    }
  }

  /// Shows the focus where a view does not show it itself.
  private mutating func drawFocus(of view: TerminalView, at place: ViewPlace) {
    switch view.className {
    case "button", "toggle", "segments", "field": return
    default: break
    }
    guard names.depth != .none, let selection = names.color("selection") else {
      canvas.restyle(place.visible) { $0.attributes.formSymmetricDifference(.reverse) }
      return
    }
    // What has colours of its own, as a picture, is tinted.
    let tint = Ink(opacity: 0.5)
    canvas.restyle(place.visible) { style in
      if style.background == .standard {
        style.background = selection
      } else {
        if case .rgb = style.foreground {
          style.foreground = tint.mixed(selection, over: style.foreground)
        }
        style.background = tint.mixed(selection, over: style.background)
      }
    }
  }

  mutating func write(
    _ text: some StringProtocol, _ row: Int, _ column: Int, _ clip: CellRectangle, _ ink: Ink
  ) {
    canvas.write(text, row: row, column: column, clip: clip, ink)
  }
}
