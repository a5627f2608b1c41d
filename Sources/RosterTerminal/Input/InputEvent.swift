package import RosterWidgets

/// What a user does at a terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyPress)
  case mouse(MouseEvent)
  /// The user begins to paste text.
  case pasteBegan
  /// A part of the pasted text. It may contain anything, like text of a model.
  case pasted(String)
  case pasteEnded
  case focusGained
  case focusLost
}

/// A key with its modifiers.
package struct KeyPress: Hashable, Sendable {
  package var key: Key
  package var modifiers: InputModifiers

  package init(_ key: Key, _ modifiers: InputModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Makes the press of a key that types a scalar.
  package init(_ scalar: Unicode.Scalar, _ modifiers: InputModifiers = []) {
    self.init(.text(scalar), modifiers)
  }
}

/// A key of a keyboard.
package enum Key: Hashable, Sendable {
  /// A scalar that is typed. A character of several scalars comes as several keys, since nothing
  /// tells when it is complete.
  ///
  /// Shift is part of the scalar: `A` is `A` without a modifier. With control it is a lower-case
  /// letter, as terminals do not tell these apart.
  case text(Unicode.Scalar)
  case escape, enter, tab, backspace, insert, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The key in the middle of a keypad without digits.
  case begin
  /// A function key, from 1.
  case function(Int)
}

/// What a user does with the mouse over a cell.
package struct MouseEvent: Hashable, Sendable {
  package var action: Action
  package var position: CellPosition
  package var modifiers: InputModifiers

  package init(_ action: Action, at position: CellPosition, _ modifiers: InputModifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }

  package enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// The mouse moves while a button is held.
    case drag(Button)
    /// The mouse moves without a button.
    case move
    case wheel(Direction)
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
    /// A further button, from 8.
    case other(Int)
  }

  package enum Direction: Hashable, Sendable, CaseIterable {
    case up, down, left, right
  }
}
