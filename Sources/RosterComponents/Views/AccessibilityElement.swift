/// One thing that assistive technology finds in an item: a view, with what is in it said as one.
public struct AccessibilityElement: Hashable, Sendable {
  /// Something that the user may do with it beside the usual.
  public struct Action: Hashable, Sendable {
    /// How it is called, in the user's language.
    public var label: String
    /// The event that happens when the user chooses it.
    public var event: ViewEvent
    /// The view to which it happens: the element's, or one in it.
    public var address: ViewAddress
  }

  /// The view.
  public let address: ViewAddress
  /// What it is.
  public internal(set) var label: String?
  /// What happens when the user acts on it.
  public internal(set) var hint: String?
  /// What it holds now.
  public internal(set) var value: String?
  /// What kind of thing it is, and in which condition.
  public internal(set) var traits: Set<AccessibilityTrait>
  /// What the user may do with it beside the usual, in the order in which it is offered.
  public internal(set) var actions: [Action]

  /// What a view says by itself.
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

  /// Says with the view what the ones in it say.
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
