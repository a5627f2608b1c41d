/// An element that assistive technology finds in an item: a view, which also speaks for the views
/// in it.
public struct AccessibilityElement: Hashable, Sendable {
  /// An action that the user may perform besides the usual ones.
  public struct Action: Hashable, Sendable {
    /// The label in the user's language.
    public var label: String
    /// The event that happens when the user chooses the action.
    public var event: ViewEvent
    /// The view of the event: that of the element, or one in it.
    public var address: ViewAddress
  }

  /// The view.
  public let address: ViewAddress
  /// What the element is, in words.
  public internal(set) var label: String?
  /// What happens when the user acts on it.
  public internal(set) var hint: String?
  /// The current value.
  public internal(set) var value: String?
  /// The kind of the element, and its condition.
  public internal(set) var traits: Set<AccessibilityTrait>
  /// The actions besides the usual ones, in the order in which they are offered.
  public internal(set) var actions: [Action]

  /// Makes the element of a view, without the views in it.
  init(_ accessibility: Accessibility?, at address: ViewAddress) {
    self.address = address
    label = accessibility?.label
    hint = accessibility?.hint
    value = accessibility?.value
    traits = accessibility?.traits ?? []
    actions = (accessibility?.actions ?? []).map {
      Action(label: $0.label, event: $0.event, address: address)
    }
  }

  /// Adds what the views in it say.
  mutating func add(_ within: [AccessibilityElement]) {
    label = label ?? Self.joined(within.map(\.label))
    hint = hint ?? Self.joined(within.map(\.hint))
    value = value ?? Self.joined(within.map(\.value))
    for element in within {
      traits.formUnion(element.traits)
      actions += element.actions
    }
  }

  private static func joined(_ texts: [String?]) -> String? {
    let texts = texts.compactMap { $0 }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
