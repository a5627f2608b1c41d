internal import RosterText

/// A text that is edited: with what is selected, what is being composed, and the last steps.
///
/// A pure value, so that it can be a part of a component's state:
///
///     var editing = TextEditing("one two")
///     editing.perform(.delete(.backward, by: .word))  // "one "
///     editing.perform(.insert("three"))  // "one three"
///     editing.perform(.undo)  // "one "
///
/// The selection is always between characters of the text. The text that an editing begins with
/// does not have to follow the rules.
public struct TextEditing: Hashable, Sendable {
  /// The maximum number of steps that can be undone.
  public static let undoDepthMax = 64
  /// The maximum number of bytes of text in the steps that can be undone, so that a state with them
  /// stays small.
  public static let undoByteCountMax = 16_384

  /// The text, with what is marked.
  public private(set) var text: String
  /// What is selected.
  public private(set) var selection: TextSelection
  private var composition: TextComposition?
  private var history = TextHistory()

  /// Makes an editing with the cursor at the end of a text.
  public init(_ text: String = "") {
    self.text = text
    self.text.makeContiguousUTF8()
    selection = TextSelection(at: text.utf8.count)
  }

  /// The part that an input method is composing, in UTF-8 offsets; `nil` if there is none.
  public var markedRange: Range<Int>? { composition?.range }

  /// The selected text.
  public var selectedText: String { String(text.part(selection.range)) }

  /// Whether there is a step that can be undone.
  public var canUndo: Bool { history.canUndo }

  /// Whether there is a step that can be done again.
  public var canRedo: Bool { history.canRedo }

  /// Performs a command. One that the rules do not allow, or that has nothing to do, changes
  /// nothing else.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public mutating func perform(_ command: TextCommand, under rules: TextRules = TextRules()) {
    switch command {
    case .insert(let text): enter(text, rules, isTyping: true)
    case .paste(let text): enter(text, rules, isTyping: false)
    case .mark(let text, let selection): mark(text, selection)
    default:
      finishComposition(rules)
      performAlone(command, rules)
    }
  }

  private mutating func performAlone(_ command: TextCommand, _ rules: TextRules) {
    switch command {
    case .insert, .paste, .mark, .unmark: break
    case .replace(let range, let text): replace(range, with: text, rules)
    case .change(let text): change(to: text, rules)
    case .delete(let direction, let unit): delete(direction, by: unit)
    case .move(let direction, let unit, let isExtending):
      move(direction, by: unit, isExtending: isExtending)
    case .select(let selection): select(selection)
    case .selectWord(let offset):
      let word = text.wordRange(at: offset)
      select(TextSelection(anchor: word.lowerBound, head: word.upperBound))
    case .selectAll: select(TextSelection(anchor: 0, head: text.utf8.count))
    case .undo: step { $0.undo() }
    case .redo: step { $0.redo() }
    }
  }
}

/// Entering and deleting.
extension TextEditing {
  private mutating func enter(_ inserted: String, _ rules: TextRules, isTyping: Bool) {
    if composition != nil { return finishComposition(rules, with: rules.filtered(inserted)) }
    guard !inserted.isEmpty else { return }
    enter(TextChange(selection.range, inserted), rules, isTyping ? .typing : .alone)
  }

  private mutating func replace(_ range: Range<Int>, with inserted: String, _ rules: TextRules) {
    let lower = text.characterStart(at: range.lowerBound)
    let upper = text.characterStart(at: range.upperBound)
    enter(TextChange(lower..<upper, inserted), rules, .alone)
  }

  private mutating func change(to other: String, _ rules: TextRules) {
    let change = TextChange(from: text, to: other)
    let isTyping = change.range.isEmpty && change.range.lowerBound == selection.head
    enter(change, rules, isTyping ? .typing : .alone)
  }

  /// Makes the part of a change that the rules allow. If they allow nothing of what is inserted,
  /// what it would replace stays as well.
  private mutating func enter(_ change: TextChange, _ rules: TextRules, _ kind: TextHistory.Kind) {
    let inserted = rules.fitting(
      rules.filtered(change.inserted), in: text, replacing: change.range)
    if inserted.isEmpty, !change.inserted.isEmpty { return }
    make(TextChange(change.range, inserted), kind)
  }

  private mutating func delete(_ direction: TextCommand.Direction, by unit: TextUnit) {
    var range = selection.range
    if range.isEmpty {
      let other = offset(direction, from: selection.head, by: unit)
      range = min(other, selection.head)..<max(other, selection.head)
    }
    make(TextChange(range, ""), unit == .character && selection.isEmpty ? .deleting : .alone)
  }

  /// Makes a change, after which the cursor is behind it.
  private mutating func make(_ change: TextChange, _ kind: TextHistory.Kind) {
    guard !change.isEmpty else { return }
    let removed = String(text.part(change.range))
    if !removed.utf8.elementsEqual(change.inserted.utf8) {
      history.add(
        TextHistory.Step(
          offset: change.range.lowerBound, removed: removed, inserted: change.inserted,
          before: selection), kind)
      text = text.applying(change)
    } else {
      history.close()
    }
    selection = TextSelection(at: text.characterEnd(at: change.insertedRange.upperBound))
  }

  private mutating func step(_ take: (inout TextHistory) -> TextHistory.Taken?) {
    guard let taken = take(&history) else { return }
    text = text.applying(taken.change)
    selection = taken.selection.clamped(to: text)
  }
}

/// Moving and selecting.
extension TextEditing {
  private mutating func move(
    _ direction: TextCommand.Direction, by unit: TextUnit, isExtending: Bool
  ) {
    if !isExtending, unit == .character, !selection.isEmpty {
      let range = selection.range
      return select(
        TextSelection(at: direction == .forward ? range.upperBound : range.lowerBound))
    }
    let head = offset(direction, from: selection.head, by: unit)
    select(TextSelection(anchor: isExtending ? selection.anchor : head, head: head))
  }

  private func offset(
    _ direction: TextCommand.Direction, from offset: Int, by unit: TextUnit
  ) -> Int {
    switch direction {
    case .forward: text.offset(after: offset, by: unit)
    case .backward: text.offset(before: offset, by: unit)
    }
  }

  private mutating func select(_ selection: TextSelection) {
    history.close()
    self.selection = selection.clamped(to: text)
  }
}

/// Composing with an input method.
extension TextEditing {
  private mutating func mark(_ marked: String, _ selection: TextSelection?) {
    // A composition that replaces nothing with nothing would be a step that does nothing.
    if composition == nil, marked.isEmpty { return }
    let range = composition?.range ?? self.selection.range
    var composition =
      composition
      ?? TextComposition(
        range: range, replaced: String(text.part(range)), before: self.selection)
    let change = TextChange(range, marked)
    text = text.applying(change)
    composition.range = change.insertedRange
    let start = range.lowerBound
    // Offsets of a host may be anything.
    let inner = (selection ?? TextSelection(at: marked.utf8.count)).clamped(to: marked)
    self.selection = TextSelection(anchor: start + inner.anchor, head: start + inner.head)
      .clamped(to: text)
    self.composition = composition
    if marked.isEmpty { finish(composition, with: "") }
  }

  /// Ends a composition if there is one.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - entered: The text to enter; by default the marked one.
  private mutating func finishComposition(_ rules: TextRules, with entered: String? = nil) {
    guard let composition else { return }
    let entered = entered ?? rules.filtered(String(text.part(composition.range)))
    finish(
      composition, with: rules.fitting(entered, in: text, replacing: composition.range))
  }

  /// Enters a text instead of the marked one. It is one step, whatever was composed in between.
  private mutating func finish(_ composition: TextComposition, with entered: String) {
    self.composition = nil
    let (inner, old) = (selection, composition.range)
    let marked = text.part(old)
    text = text.applying(TextChange(old, entered))
    let end = old.lowerBound + entered.utf8.count
    selection = TextSelection(at: text.characterEnd(at: end))
    // Text that is entered as it was marked keeps the cursor in it.
    if entered.utf8.elementsEqual(marked.utf8) { selection = inner.clamped(to: text) }
    guard !composition.replaced.utf8.elementsEqual(entered.utf8) else { return }
    history.add(
      TextHistory.Step(
        offset: old.lowerBound, removed: composition.replaced, inserted: entered,
        before: composition.before), .alone)
  }
}

extension TextEditing {
  /// Takes over the text of a model that has changed, and keeps the cursor and what has not been sent.
  ///
  /// What the user and the model have each changed since `base` is found by comparing: it is what
  /// stands between the common start and the common end.
  ///
  /// - If the user has changed nothing, the text of the model takes the place of the old one.
  /// - If the model has changed another place than the user, both changes are made.
  /// - If the changes overlap or meet, the text of the user stays.
  ///
  /// The selection moves as in ``TextSelection/rebased(from:onto:)``. If the text changes, its steps
  /// can no longer be undone. Text that is being composed stays marked unless the change touches it.
  ///
  ///     base  "see you"      user  "see you soon"    model  "I see you"
  ///     after it             "I see you soon"
  ///
  /// - Parameters:
  ///   - base: The text of the model that the user has edited.
  ///   - model: The text of the model now.
  /// - Complexity: O(*n*), where *n* is the length of the texts.
  public mutating func rebase(from base: String, onto model: String) {
    var change = TextChange(from: base, to: model)
    let own = TextChange(from: base, to: text)
    if !own.isEmpty {
      guard own.isApart(from: change) else { return }
      change = change.moved(behind: own)
    }
    guard !change.isEmpty else { return }
    if let composition {
      let marked = TextChange(composition.range, "")
      self.composition = marked.isApart(from: change) ? composition.moved(by: change) : nil
    }
    text = text.applying(change)
    selection = selection.moved(by: change).clamped(to: text)
    history = TextHistory()
  }
}

/// What an input method is composing.
private struct TextComposition: Codable, Hashable {
  /// The marked part.
  var range: Range<Int>
  /// What stood there before.
  var replaced: String
  /// What was selected before.
  var before: TextSelection

  func moved(by change: TextChange) -> TextComposition {
    var moved = self
    let start = change.moved(range.lowerBound)
    moved.range = start..<(start + range.count)
    moved.before = before.moved(by: change)
    return moved
  }
}

extension TextEditing: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, selection, composition, history
  }

  /// Reads what ``encode(to:)`` has written. Offsets that do not fit the text are corrected, and
  /// steps that do not fit it are left out.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(String.self, forKey: .text))
    selection =
      try container.decodeIfPresent(TextSelection.self, forKey: .selection)?.clamped(to: text)
      ?? selection
    composition = try container.decodeIfPresent(TextComposition.self, forKey: .composition)
    var entered = text
    if let stored = composition {
      if stored.range.lowerBound >= 0, stored.range.upperBound <= text.utf8.count {
        entered = text.applying(TextChange(stored.range, stored.replaced))
      } else {
        composition = nil
      }
    }
    let history = try container.decodeIfPresent(TextHistory.self, forKey: .history)
    if let history, history.fits(entered) { self.history = history }
  }

  /// Writes the editing; a text alone if the cursor is at its end and nothing can be undone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    if selection != TextSelection(at: text.utf8.count) {
      try container.encode(selection, forKey: .selection)
    }
    try container.encodeIfPresent(composition, forKey: .composition)
    if history != TextHistory() { try container.encode(history, forKey: .history) }
  }
}

extension String {
  /// The end of the character that contains an offset; the offset if it is between two.
  fileprivate func characterEnd(at offset: Int) -> Int {
    isBetweenCharacters(offset) ? offset : self.offset(after: offset, by: .character)
  }
}
