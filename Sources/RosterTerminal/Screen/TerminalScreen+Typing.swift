internal import RosterComponents
internal import RosterJSON
internal import RosterWidgets

/// What was typed into a field and is told when the user pauses.
struct TypedText {
  let field: TerminalView
  let values: [JSONValue]
  /// When the last letter was typed, in seconds.
  let time: Double

  /// What the program hears. The text may have been changed since, for example by another device.
  var event: TerminalEvent {
    .view(field, .change, field.editor.map { [.string($0.text)] } ?? values)
  }
}

extension TerminalScreen {
  /// Returns what the program hears of some events: what is typed waits until the user pauses or does something else.
  ///
  ///     a b · · ·       change "ab"
  ///     a b return      change "ab", submit "ab"
  func holdingTyped(_ events: [TerminalEvent], at time: Double) -> [TerminalEvent] {
    let pause = host.options.typingPause
    guard pause > 0 else { return events }
    var heard: [TerminalEvent] = []
    func tell() {
      if let typed = host.typed { heard.append(typed.event) }
      host.typed = nil
    }
    for event in events {
      if case .view(let field, .change, let values) = event, field.className == "field" {
        if host.typed?.field !== field { tell() }
        host.typed = TypedText(field: field, values: values, time: time)
      } else {
        tell()
        heard.append(event)
      }
    }
    if let typed = host.typed, time >= typed.time + pause { tell() }
    return heard
  }
}
