public import RosterJSON

/// What one view is: the name of its class, its attributes, what its events perform, and what
/// assistive technology is told. Plain data, in which no renderer is meant.
///
/// Equal specs look and act the same. A renderer that shows one need not touch the view when it
/// gets the other.
public struct ViewSpec: Hashable, Sendable {
  /// What the renderer makes: it knows classes by their names.
  public var className: String
  /// The attributes by name.
  ///
  /// A name without a value is an attribute that the renderer leaves as its class has it.
  public var attributes: [String: JSONValue]
  /// What each event performs, in order; an event that performs nothing is not here.
  public private(set) var events: [ViewEvent: [ActionReference]]
  /// What assistive technology is told, `nil` if nothing beyond what the class says itself.
  public var accessibility: Accessibility?

  /// Makes a spec of its parts.
  public init(
    _ className: String, attributes: [String: JSONValue] = [:],
    events: [ViewEvent: [ActionReference]] = [:], accessibility: Accessibility? = nil
  ) {
    self.className = className
    self.attributes = attributes
    self.events = events.filter { !$0.value.isEmpty }
    self.accessibility = accessibility
  }

  /// Adds actions to those that an event performs.
  public mutating func perform(_ actions: [ActionReference], on event: ViewEvent) {
    if !actions.isEmpty { events[event, default: []] += actions }
  }
}
