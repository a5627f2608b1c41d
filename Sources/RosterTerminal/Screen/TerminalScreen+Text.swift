internal import RosterWidgets

/// Text in place of the views.
extension TerminalScreen {
  /// Shows lines of text in place of the views until ``closeText()`` is called or the user presses escape. The lines
  /// above and below stay, and the views keep the focus.
  ///
  /// The arrows, `j`, `k`, page up and down, space, home, end, `g` and `G` move in it. Other keys go to the program.
  ///
  /// - Parameters:
  ///   - lines: Texts of any characters, as they are drawn like those of a model.
  ///   - choosing: Whether the user chooses one of them, which ``TerminalEvent/lineChosen(_:)`` tells.
  /// - Complexity: O(*n*) in the length of the lines, when they are drawn.
  public func openText(_ lines: [String], choosing: Bool = false) {
    openText(lines, choosing: choosing, at: 0)
  }

  /// Shows lines of text as ``openText(_:choosing:)`` does, of which one is chosen to begin with, by its index.
  package func openText(_ lines: [String], choosing: Bool, at chosen: Int) {
    textPage = TextPage(lines, isChoice: choosing, chosen: chosen, host.glyphs)
  }

  /// Shows what keys do, as ``openText(_:choosing:)`` shows lines: the names of keys, and from a column on what they
  /// do, which is broken within its column.
  package func openKeys(_ lines: [String], column: Int) {
    textPage = TextPage(lines, isChoice: false, column: column, host.glyphs)
  }

  /// Shows the views again.
  public func closeText() { textPage = nil }

  /// Whether text is shown in place of the views.
  public var showsText: Bool { textPage != nil }

  // MARK: The user

  func pressedInText(_ press: KeyPress) -> [TerminalEvent] {
    switch press {
    case KeyPress(.escape):
      textPage = nil
      return [.textClosed]
    case KeyPress(.enter):
      guard let page = textPage, page.isChoice else { return [.key(press.name)] }
      return [.lineChosen(page.chosen)]
    default:
      if host.options.quitKeys.contains(press.name) { return [.quit] }
      let isUsed = textPage?.press(press, in: CellSize(host.size)) ?? false
      return isUsed ? [] : [.key(press.name)]
    }
  }

  func mouseInText(_ mouse: MouseEvent) -> [TerminalEvent] {
    switch mouse.action {
    case .wheel(.up): textPage?.scroll(by: -Self.wheelRowCount, in: CellSize(host.size))
    case .wheel(.down): textPage?.scroll(by: Self.wheelRowCount, in: CellSize(host.size))
    case .press(.left):
      let row = hostPosition(mouse.position).row
      if row >= 0, textPage?.choose(row: row) == true, let page = textPage {
        return [.lineChosen(page.chosen)]
      }
    default: break
    }
    return []
  }

  private static var wheelRowCount: Int { 3 }
}
