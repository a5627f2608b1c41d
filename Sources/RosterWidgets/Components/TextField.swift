public import RosterComponents
public import RosterCore
internal import RosterJSON
internal import RosterLayout
internal import RosterText

/// A field for text.
///
///     TextField(person.name, placeholder: "Name")
///       .validated(by: .notBlank(message: "Enter a name"))
///       .map { if case .submitted(let name) = $0 { .renamed(name) } else { .ignored } }
///
/// The value comes from the model. What the user types is in the state of the field until it is
/// submitted, and the model may change meanwhile: see ``TextEditing/rebase(from:onto:)``. The model
/// decides about a text that was sent: when it comes back, the field stays as it is, and if the model
/// changes to another text instead, the field shows that one.
///
/// The view has the class `field`. Besides the attributes of other controls it has `value`,
/// `placeholder`, `secure`, `multiline`, `wraps` and `error`. Where the program has moved the cursor, it has
/// `cursor`, and `selection` with both ends, in UTF-8 offsets. `correction` is a number that changes
/// whenever the field did not take the text that the host has reported: the host then shows `value`
/// again, even if it is what it was. The host reports `change` and `submit` with the whole text, and
/// may report `ViewEvent.select` with the ends of the selection.
public struct TextField: Component, Equatable {
  /// What a field tells.
  public enum Message: Hashable, Sendable {
    /// The text has changed. Only of fields that report changes.
    case changed(String)
    /// The user has submitted the text, which is valid.
    case submitted(String)
    /// The field receives the keyboard.
    case focused
    /// The field no longer receives the keyboard.
    case blurred
  }

  /// States are stored under this name.
  public static let typeName = "RosterWidgets.TextField"

  /// The value of the model.
  public let value: String
  /// The text that stands in the empty field; `nil` for none.
  public let placeholder: String?
  private var rules = TextRules()
  private var validations: [Validation] = []
  private var modelError: String?
  private var isSecure = false
  private var isEnabled = true
  private var wraps = false
  private var reportsChanges = false
  private var clearsOnSubmit = false
  private var isSilent = false
  private var label: String?
  private var name: ScopeIdentifier?
  private var changeAction = Action<String>()
  private var submitAction = Action<String>()

  /// Makes a field of a value.
  public init(_ value: String, placeholder: String? = nil) {
    (self.value, self.placeholder) = (value, placeholder)
  }

  /// What ``identified(by:)`` has set.
  public var identifier: ScopeIdentifier? { name }

  /// Returns a state with the text of the model.
  public func initialState() -> State { State(value) }

  /// Returns the state that has seen the value of the model.
  public func adaptedState(_ state: State) -> State { state.seeing(value) }

  /// Returns the view of the field.
  public func body(_ scope: Scope<Self>) -> Node<Message> {
    let state = scope.state.current
    let style = scope.style(\.field)
    let error = shownError(of: state)
    ViewNode<Message>(spec(state, error, style, in: scope))
      .measured(by: content(state.editing.text, error, style, scope))
      .layout(LayoutStyle(style.control))
      .on(.change, isEnabled ? changing(scope) : Action())
      .on(.change, isEnabled ? changeAction : Action())
      .on(.submit, isEnabled ? submitting(scope) : Action())
      .on(.submit, isEnabled && self.error(in: state.editing.text) == nil ? submitAction : Action())
      .on(.select, isEnabled ? selecting(scope) : Action())
      .on(.focus, focusing(scope))
      .on(.blur, blurring(scope))
  }
}

/// Options.
extension TextField {
  private func changing(_ change: (inout Self) -> Void) -> Self {
    var field = self
    change(&field)
    return field
  }

  /// Sets what may be entered.
  public func rules(_ rules: TextRules) -> Self { changing { $0.rules = rules } }

  /// Adds a condition for the text. Its message is shown once the user has left the field or tried
  /// to submit it.
  public func validated(by validation: Validation) -> Self {
    changing { $0.validations.append(validation) }
  }

  /// Sets the message of the model about its value; `nil` for none. It is shown at once, unless a
  /// condition is not met.
  public func error(_ message: String?) -> Self { changing { $0.modelError = message } }

  /// Sets whether the text is hidden.
  public func secure(_ isSecure: Bool = true) -> Self { changing { $0.isSecure = isSecure } }

  /// Sets whether a text that is too long for a line goes on in the next one, as in a host of a terminal. Return still
  /// submits it. By default only a field whose rules allow newlines has several lines.
  public func wrapping(_ wraps: Bool = true) -> Self { changing { $0.wraps = wraps } }

  /// Sets whether the user may enter something.
  public func enabled(_ isEnabled: Bool) -> Self { changing { $0.isEnabled = isEnabled } }

  /// Sets whether every change sends ``Message/changed(_:)``; by default only submitting sends the
  /// text.
  public func reportingChanges(_ reports: Bool = true) -> Self {
    changing { $0.reportsChanges = reports }
  }

  /// Sets whether the field is empty after it has submitted its text, as for messages of a chat.
  public func clearingOnSubmit(_ clears: Bool = true) -> Self {
    changing { $0.clearsOnSubmit = clears }
  }

  /// Sets what assistive technology calls the field; by default its placeholder.
  public func labeled(_ label: String) -> Self { changing { $0.label = label } }

  /// Sets the identifier of the field among its siblings.
  public func identified(by name: ScopeIdentifier) -> Self { changing { $0.name = name } }

  /// Sets actions of the component around the field, for what is in its state.
  ///
  /// They take the text as the host reports it, also where the rules of the field do not allow it.
  /// ``Message`` has the text that the field has taken.
  ///
  /// - Parameters:
  ///   - change: Performed after each change.
  ///   - submit: Performed when the text is submitted, if the one that is shown is valid.
  public func performing(
    onChange change: Action<String> = Action(), onSubmit submit: Action<String> = Action()
  ) -> Self {
    changing { ($0.changeAction, $0.submitAction) = (change, submit) }
  }

  /// Returns the field without its messages, for components that send none.
  public func silent() -> Node<Never> {
    Node(changing { $0.isSilent = true }).map { _ in
      preconditionFailure("a silent field sends no messages")
    }
  }
}

/// Events. They bind the value of the model that the tree with the view was built with: the host may
/// not have shown a later one when the user edited the text.
extension TextField {
  private func changing(_ scope: Scope<Self>) -> Action<String> {
    let action = scope.action("change") { (state: inout State, shown: String, text: String) in
      state.adopt(asFarAs: shown)
      state.take(text, under: rules)
      guard reportsChanges, !isSilent else { return nil }
      state.model.propose(state.editing.text)
      return .changed(state.editing.text)
    }
    return Action(action, binding: value)
  }

  private func submitting(_ scope: Scope<Self>) -> Action<String> {
    let action = scope.action("submit") { (state: inout State, shown: String, text: String) in
      state.adopt(asFarAs: shown)
      state.take(text, under: rules)
      state.isTouched = true
      let text = state.editing.text
      guard error(in: text) == nil else { return nil }
      if clearsOnSubmit {
        state.clear()
      } else if !isSilent {
        state.model.propose(text)
      }
      return isSilent ? nil : .submitted(text)
    }
    return Action(action, binding: value)
  }

  private func selecting(_ scope: Scope<Self>) -> Action<Int, Int> {
    let action = scope.edit("select") {
      (state: inout State, shown: String, anchor: Int, head: Int) in
      state.adopt(asFarAs: shown)
      state.editing.perform(.select(TextSelection(anchor: anchor, head: head)), under: rules)
      state.hasMovedCursor = false
    }
    return Action(action, binding: value)
  }

  private func focusing(_ scope: Scope<Self>) -> Action<> {
    scope.action("focus") { (_: inout State) -> Message? in isSilent ? nil : .focused }
  }

  private func blurring(_ scope: Scope<Self>) -> Action<> {
    scope.action("blur") { (state: inout State) -> Message? in
      state.isTouched = true
      return isSilent ? nil : .blurred
    }
  }

  private func error(in text: String) -> String? {
    for validation in validations {
      if let error = validation.error(in: text) { return error }
    }
    return nil
  }

  private func shownError(of state: State) -> String? {
    (state.isTouched ? error(in: state.editing.text) : nil) ?? modelError
  }
}

/// The view.
extension TextField {
  private func spec(
    _ state: State, _ error: String?, _ style: FieldStyle, in scope: Scope<Self>
  ) -> ViewSpec {
    var spec = ViewSpec("field", attributes: ["value": .string(state.editing.text)])
    spec.attributes.set(style.control, in: scope)
    if let placeholder { spec.attributes["placeholder"] = .string(placeholder) }
    spec.attributes.set("secure", isSecure)
    spec.attributes.set("multiline", rules.allowsNewlines)
    spec.attributes.set("wraps", wraps && !rules.allowsNewlines)
    spec.attributes.set("disabled", !isEnabled)
    if let error { spec.attributes["error"] = .string(error) }
    if state.correctionCount > 0 {
      spec.attributes["correction"] = .number(Double(state.correctionCount))
    }
    if state.hasMovedCursor {
      let selection = state.editing.selection
      spec.attributes["cursor"] = selection.head.json
      if !selection.isEmpty {
        spec.attributes["selection"] = [selection.anchor, selection.head].json
      }
    }
    spec.accessibility = Accessibility(
      label: label ?? placeholder, hint: error, value: isSecure ? nil : state.editing.text,
      traits: isEnabled ? [] : [.disabled], isElement: true)
    return spec
  }

  /// The room of the field: of its text, and below it of the message if there is one.
  private func content(
    _ text: String, _ error: String?, _ style: FieldStyle, _ scope: Scope<Self>
  ) -> FieldContent {
    var shown = isSecure ? String(repeating: "\u{2022}", count: text.count) : text
    if shown.isEmpty { shown = placeholder ?? "" }
    // The cursor stands in a line of its own behind a newline, and in an empty text.
    if shown.last?.isNewline ?? true { shown += " " }
    let options =
      rules.allowsNewlines || wraps
      ? TextOptions(wrapping: .wordsOrCharacters)
      : TextOptions(wrapping: .never, maximumLines: 1, preservesNewlines: false)
    let message = error.map {
      scope.measuredText(
        $0, isBold: style.error.isBold, options: TextOptions(wrapping: .never, maximumLines: 1))
    }
    return FieldContent(
      text: scope.measuredText(shown, isBold: style.control.isBold, options: options),
      error: message, width: style.width)
  }
}

/// The text of a field and the message below it.
private struct FieldContent: MeasuredContent {
  let text: TextContent
  let error: TextContent?
  /// The width if nothing else decides it.
  let width: Double

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let room: AvailableLength =
      switch width {
      case .exactly: width
      case .atMost(let length): .exactly(max(0, min(length, self.width)))
      case .minContent: .exactly(0)
      case .maxContent: .exactly(self.width)
      }
    var measured = text.measure(width: room, height: .maxContent)
    if let error {
      measured.size.height += error.measure(width: room, height: .maxContent).size.height
    }
    switch height {
    case .exactly(let length): measured.size.height = max(0, length)
    case .atMost(let length): measured.size.height = min(measured.size.height, max(0, length))
    case .minContent, .maxContent: break
    }
    return measured
  }
}

extension ViewEvent {
  /// The user has selected a part of a text, or moved the cursor. Passes the end that stays and the
  /// end that moves, in UTF-8 offsets.
  public static let select = ViewEvent(rawValue: "select")
}

extension TextField {
  /// The text that is edited, and the text of the model.
  public struct State: ComponentState {
    /// The text, with what is selected of it.
    var editing: TextEditing
    /// The value of the model, and the texts that were sent to it.
    var model: OptimisticValue<String>
    /// Whether messages of conditions are shown.
    var isTouched = false
    /// Whether the host has to be told where the cursor is.
    var hasMovedCursor = false
    /// How often a text of the host was not taken as it was.
    var correctionCount = 0
    /// The values of the model that trees were built with since, the oldest first. The rest of the
    /// state has not taken them over yet: an event may come from a view that shows an earlier one.
    private var seen: [String] = []

    private static var seenCountMax: Int { 16 }

    init(_ value: String) {
      editing = TextEditing(value)
      model = OptimisticValue(value)
    }

    /// Takes over a new value of the model. It decides about what was sent; what was not is kept.
    mutating func adopt(_ value: String) {
      let base = model.value
      guard model.adopt(value) == .replaced else { return }
      let before = editing.text
      editing.rebase(from: base, onto: value)
      if !editing.text.utf8.elementsEqual(before.utf8) { hasMovedCursor = true }
    }

    /// Returns the state of a field that a tree is built with.
    func seeing(_ value: String) -> State {
      guard value != (seen.last ?? model.base) else { return self }
      var state = self
      state.seen.append(value)
      if state.seen.count > Self.seenCountMax { state.adopt(state.seen.removeFirst()) }
      return state
    }

    /// The state that is shown: one that has taken over all that it has seen.
    var current: State {
      var state = self
      for value in seen { state.adopt(value) }
      state.seen = []
      return state
    }

    /// Takes over what the model has done until it had the value that the user sees.
    ///
    ///     model     a  b  c       the state has a, and has seen b and c
    ///     event     of a view built with b: the state takes over b, and c comes after the event
    mutating func adopt(asFarAs shown: String) {
      if let index = seen.lastIndex(of: shown) {
        for value in seen[...index] { adopt(value) }
        seen.removeSubrange(...index)
      } else if seen.isEmpty {
        adopt(shown)
      }
    }

    /// Takes the text that the host shows.
    mutating func take(_ text: String, under rules: TextRules) {
      editing.perform(.change(to: text), under: rules)
      let isTaken = editing.text.utf8.elementsEqual(text.utf8)
      if !isTaken { correctionCount += 1 }
      hasMovedCursor = !isTaken
    }

    /// Empties the field. What it said about the text no longer counts.
    mutating func clear() {
      editing = TextEditing()
      // The host has a text, even if no tree has been built with it.
      correctionCount += 1
      isTouched = false
      hasMovedCursor = false
    }
  }
}
