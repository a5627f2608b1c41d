internal import RosterComponents
internal import RosterJSON
internal import RosterLayout
internal import RosterText
internal import RosterWidgets

extension TerminalScreen {
  /// Does what a key stands for: in the prompt, in a field, for the view with the focus, and for
  /// everything.
  func handle(_ press: KeyPress) -> [TerminalEvent] {
    host.settleFocus()
    if prompt != nil { return promptPressed(press) }
    if press == KeyPress("l", .control) {
      startAnew()
      return []
    }
    if press == KeyPress("z", .control) {
      suspend()
      return []
    }
    if textPage != nil { return pressedInText(press) }
    if let view = host.focusedView, let events = press.isTab ? nil : pressed(press, in: view) {
      return events
    }
    if host.options.quitKeys.contains(press.name) { return [.quit] }
    if programKeys.contains(press.name) { return [.key(press.name)] }
    return navigated(press) ?? [.key(press.name)]
  }

  private func promptPressed(_ press: KeyPress) -> [TerminalEvent] {
    guard var editor = prompt?.editor, let room = promptRoom() else { return [] }
    let before = editor.text
    switch press {
    case KeyPress(.enter):
      prompt = nil
      return [.promptSubmitted(before)]
    case KeyPress(.escape), KeyPress("c", .control), KeyPress("g", .control):
      prompt = nil
      return [.promptCancelled]
    default: break
    }
    guard editor.press(press, in: room) else { return [] }
    prompt?.editor = editor
    return editor.text == before ? [] : [.promptChanged(editor.text)]
  }

  /// Inserts pasted text in what takes text.
  func insert(_ text: String) -> [TerminalEvent] {
    if let room = promptRoom() {
      prompt?.editor.perform(.paste(text), in: room)
      return [.promptChanged(prompt?.editor.text ?? "")]
    }
    host.settleFocus()
    guard textPage == nil, let field = host.focusedView else { return [] }
    return editing(field) { $0.perform(.paste(text), in: $1) }
  }

  // MARK: The view with the focus

  /// Returns the events of a key for a view; `nil` if the view does not use it.
  private func pressed(_ press: KeyPress, in view: TerminalView) -> [TerminalEvent]? {
    if press == KeyPress(.escape) {
      host.focus(nil)
      // A row is only where the user is, and nothing that is to be left first.
      return view.className == "row" ? [.key(press.name)] : []
    }
    if view.className == "field", let events = typed(press, in: view) { return events }
    switch (view.className, press) {
    case ("field", _): return nil
    case (_, KeyPress(.function(10), .shift)): return longPressed(view)
    case ("segments", KeyPress(.left)): return selected(by: -1, in: view)
    case ("segments", KeyPress(.right)): return selected(by: 1, in: view)
    case ("scroll", KeyPress(.enter)), ("scroll", KeyPress(" ")): return nil
    case (_, KeyPress(.enter)), (_, KeyPress(" ")): return acted(on: view)
    case (_, KeyPress(.left)): return movedInCarousel(.left, from: view)
    case (_, KeyPress(.right)): return movedInCarousel(.right, from: view)
    default: return nil
    }
  }

  /// Does what a long press of the mouse does: the innermost view hears of it that listens to it.
  private func longPressed(_ view: TerminalView) -> [TerminalEvent]? {
    let listener = sequence(first: view) { $0.container }.first {
      $0.events.contains(.longPress)
    }
    return listener.map { [.view($0, .longPress, [])] }
  }

  /// Moves the focus within a carousel, or scrolls it if there is nothing in it to move to; `nil` if
  /// it is at its end, or there is none.
  private func movedInCarousel(_ move: FocusMove, from view: TerminalView) -> [TerminalEvent]? {
    let carousel = sequence(first: view) { $0.container }.first {
      $0.className == "scroll" && $0.scrollAxis == .horizontal
    }
    guard let carousel else { return nil }
    if host.moveFocus(move, within: carousel), let view = host.focusedView {
      return host.reveal(view).map { Self.event($0.view, $0.offset) }
    }
    let distance = move == .left ? -Self.carouselDistance : Self.carouselDistance
    return host.scroll(carousel, to: carousel.shownOffset + distance).map {
      [Self.event(carousel, $0)]
    }
  }

  private static var carouselDistance: Double { 4 }

  private func typed(_ press: KeyPress, in field: TerminalView) -> [TerminalEvent]? {
    guard let text = field.editor?.text else { return nil }
    if press.key == .enter, press.modifiers != .shift,
      !press.modifiers.isEmpty || !field.flag("multiline")
    {
      return [.view(field, .submit, [.string(text)])]
    }
    var isUsed = false
    let events = editing(field) { isUsed = $0.press(press, in: $1) }
    return isUsed ? events : nil
  }

  /// Lets the user change the text of a field, or what is selected of it.
  func editing(
    _ field: TerminalView, _ change: (inout FieldEditor, FieldRoom) -> Void
  ) -> [TerminalEvent] {
    field.grantWishes()
    guard let former = field.editor, let room = host.textPlace(of: field)?.room else { return [] }
    var editor = former
    change(&editor, room)
    guard editor != former else { return [] }
    field.editor = editor
    host.damage(field)
    var events: [TerminalEvent] = []
    let isChanged = editor.text != former.text
    if isChanged { events += changed(field, to: .string(editor.text), of: "value") }
    let isKnown =
      isChanged
      ? editor.followsChange(from: former) : editor.selection.isSame(as: former.selection)
    if !isKnown, field.events.contains(.select) {
      let ends = [editor.selection.anchor, editor.selection.head]
      events.append(.view(field, .select, ends.map { .number(Double($0)) }))
    }
    return events
  }

  private func selected(by step: Int, in view: TerminalView) -> [TerminalEvent] {
    let count = Segments(view).count
    let before = view.attributes["selected"]?.intValue
    let index = min(max((before ?? (step > 0 ? -1 : count)) + step, 0), count - 1)
    return count == 0 || index == before ? [] : selected(index, in: view)
  }

  /// Shows another segment as the chosen one.
  func selected(_ index: Int, in view: TerminalView) -> [TerminalEvent] {
    changed(view, to: .number(Double(index)), of: "selected")
  }

  /// Shows a value that the user has given a view.
  private func changed(
    _ view: TerminalView, to value: JSONValue, of name: String
  ) -> [TerminalEvent] {
    host.show(value, as: name, of: view)
    return [.view(view, .change, [value])]
  }

  /// Does what enter and a tap do to a view.
  func acted(on view: TerminalView) -> [TerminalEvent] {
    switch view.className {
    case "toggle": return changed(view, to: .bool(!view.flag("on")), of: "on")
    case "segments":
      let count = Segments(view).count
      let next = ((view.attributes["selected"]?.intValue ?? -1) + 1) % max(1, count)
      return count == 0 ? [] : selected(next, in: view)
    case "field": return []
    default: return [.view(view, .tap, [])]
    }
  }

  // MARK: The focus and the lists

  private func navigated(_ press: KeyPress) -> [TerminalEvent]? {
    switch press {
    case KeyPress(.tab): return moved(.next)
    case KeyPress(.tab, .shift): return moved(.previous)
    case KeyPress(.up): return moved(.up, orScrolling: -1)
    case KeyPress(.down): return moved(.down, orScrolling: 1)
    case KeyPress(.left): return moved(.left)
    case KeyPress(.right): return moved(.right)
    case KeyPress("k"): return moved(.up, orScrolling: -1)
    case KeyPress("j"): return moved(.down, orScrolling: 1)
    case KeyPress(.pageUp): return scrolled { $0.shownOffset - $0.pageLength }
    case KeyPress(.pageDown): return scrolled { $0.shownOffset + $0.pageLength }
    case KeyPress(.home): return scrolled { _ in 0 }
    case KeyPress(.end): return scrolled { $0.offsetMax }
    default: return nil
    }
  }

  /// Moves the focus. A list scrolls by the arrows as long as no view has the focus, unless its rows
  /// can have it.
  private func moved(_ move: FocusMove, orScrolling distance: Double? = nil) -> [TerminalEvent] {
    let isArrow = move != .next && move != .previous
    let mayMove = !isArrow || host.focusedView != nil || host.options.selectsRows
    if mayMove, host.moveFocus(move), let view = host.focusedView {
      return host.reveal(view).map { Self.event($0.view, $0.offset) }
    }
    guard let distance else { return [] }
    return scrolled { $0.shownOffset + distance }
  }

  private func scrolled(_ target: (TerminalView) -> Double) -> [TerminalEvent] {
    guard let list = mainList, let offset = host.scroll(list, to: target(list)) else { return [] }
    return [Self.event(list, offset)]
  }

  static func event(_ view: TerminalView, _ offset: Double) -> TerminalEvent {
    view.className == "list"
      ? .scrolled(view, offset: offset)
      : .view(view, ViewEvent(rawValue: "scroll"), [.number(offset)])
  }

  /// The list around the focus, otherwise the first one that is shown.
  private var mainList: TerminalView? {
    if let list = host.focusedView?.containers.first(where: { $0.className == "list" }) {
      return list
    }
    var remaining = [host.root]
    while let view = remaining.popLast() {
      guard view.isVisibleItself else { continue }
      if view.className == "list" { return view }
      remaining += view.children.reversed()
    }
    return nil
  }
}

extension TerminalView {
  /// How far a page is: one cell of the page before stays visible.
  fileprivate var pageLength: Double {
    scrollAxis.map { max(1, (size.length(along: $0) - 1).rounded(.down)) } ?? 0
  }
}

extension KeyPress {
  fileprivate var isTab: Bool { key == .tab }
}

extension TextSelection {
  /// Whether the same part is selected; at which of two lines the cursor is shown does not count.
  fileprivate func isSame(as other: TextSelection) -> Bool {
    anchor == other.anchor && head == other.head
  }
}
