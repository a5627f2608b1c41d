public import RosterText

/// What is selected of a text, in UTF-8 offsets between characters: a cursor if both are equal.
public struct TextSelection: Codable, Hashable, Sendable {
  /// The end that stays when the selection is extended.
  public var anchor: Int
  /// The end that moves: where the cursor is.
  public var head: Int
  /// On which line the cursor is, where a wrapped line ends at it.
  public var affinity: TextPosition.Affinity

  /// Makes a selection.
  public init(anchor: Int, head: Int, affinity: TextPosition.Affinity = .downstream) {
    (self.anchor, self.head, self.affinity) = (anchor, head, affinity)
  }

  /// Makes a cursor.
  public init(at offset: Int, affinity: TextPosition.Affinity = .downstream) {
    self.init(anchor: offset, head: offset, affinity: affinity)
  }

  /// The selected part of the text.
  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Whether nothing is selected.
  public var isEmpty: Bool { anchor == head }
}

extension TextSelection {
  /// Returns the selection in a text that follows another one, whatever has changed in it.
  ///
  /// The two texts are taken to differ in one place: between what they have in common at their
  /// starts and then at their ends. An offset before it stays, and one behind it moves with what is
  /// there. One within it stays as far as what stands there now reaches; a cursor at which something
  /// was inserted stays before it.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the texts.
  public func rebased(from old: String, onto new: String) -> TextSelection {
    moved(by: TextChange(from: old, to: new)).clamped(to: new)
  }

  /// Returns the selection after a change. Its ends may then be within characters.
  func moved(by change: TextChange) -> TextSelection {
    TextSelection(
      anchor: change.moved(anchor), head: change.moved(head), affinity: affinity)
  }

  /// Returns the selection with both ends between characters of a text.
  func clamped(to text: String) -> TextSelection {
    TextSelection(
      anchor: text.characterStart(at: anchor), head: text.characterStart(at: head),
      affinity: affinity)
  }
}
