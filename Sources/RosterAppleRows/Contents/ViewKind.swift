package import RosterComponents
package import RosterJSON

/// The kinds of views that a toolkit makes: the classes of `RosterWidgets`, and a box for all others.
package enum ViewKind: Hashable, CaseIterable {
  /// An area with what is in it, also for classes that are not known.
  case box
  /// A text.
  case text
  /// A short text in the middle of its area.
  case badge
  /// A picture.
  case image
  /// A button.
  case button
  /// A switch with a title.
  case toggle
  /// A control that chooses one of several titles.
  case segments
  /// A field for a line of text.
  case field
  /// A bar that shows how far something is.
  case progress
  /// What turns while something is under way.
  case spinner
  /// A line.
  case divider
  /// An area that is scrolled from side to side.
  case scroll

  package init(className: String) {
    switch className {
    case "text": self = .text
    case "badge": self = .badge
    case "image": self = .image
    case "button": self = .button
    case "toggle": self = .toggle
    case "segments": self = .segments
    case "field": self = .field
    case "progress": self = .progress
    case "spinner": self = .spinner
    case "divider": self = .divider
    case "scroll": self = .scroll
    default: self = .box
    }
  }

  /// The attribute that the user changes; `nil` if there is none.
  package var valueName: String? {
    switch self {
    case .toggle: "on"
    case .segments: "selected"
    case .field: "value"
    case .scroll: "offset"
    case .box, .text, .badge, .image, .button, .progress, .spinner, .divider: nil
    }
  }

  /// Whether a text is drawn in the font of the host.
  package var hasFont: Bool {
    switch self {
    case .text, .badge, .button, .toggle, .field: true
    case .box, .image, .segments, .progress, .spinner, .divider, .scroll: false
    }
  }

  /// The events for which a view listens to gestures; its control reports the others.
  package func gestures(_ events: some Sequence<ViewEvent>) -> Set<ViewEvent> {
    let gestures: Set<ViewEvent> = [.tap, .doubleTap, .longPress, .pan, .swipe]
    return gestures.intersection(events).subtracting(self == .button ? [.tap] : [])
  }
}

/// What the user changes in a view, and the program as well.
package enum ViewValue: Equatable {
  /// Whether a switch is on.
  case isOn(Bool)
  /// Which title is chosen; `nil` for none.
  case index(Int?)
  /// The text of a field.
  case text(String)
  /// Where the visible part begins.
  case offset(Double)

  /// Reads the value of a view; `nil` for a kind without one. What is missing or of another type is as in a new view.
  package init?(_ value: JSONValue?, of kind: ViewKind) {
    switch kind {
    case .toggle: self = .isOn(value?.boolValue ?? false)
    case .segments: self = .index(value?.intValue)
    case .field: self = .text(value?.stringValue ?? "")
    case .scroll: self = .offset(value?.numberValue ?? 0)
    case .box, .text, .badge, .image, .button, .progress, .spinner, .divider: return nil
    }
  }
}
