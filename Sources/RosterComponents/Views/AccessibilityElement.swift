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
  public internal(set) var traits: Set<Accessibility.Trait>
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

extension Collection where Element == ViewTree, Index == Int {
  /// Returns the elements that assistive technology finds in the views, in reading order.
  ///
  /// Siblings with a higher `sortPriority` are read first, and those of one priority in their
  /// order, each with the views in it. A view that is an element also speaks for the views in it:
  ///
  /// - It has its own label, hint and value. Where it has none, those of the views in it are joined
  ///   by commas. A view in it may in turn speak for the views that it contains.
  /// - It has the traits and the actions of all of them. An action happens to the view that offers
  ///   it.
  ///
  /// - Parameter isElement: Returns whether a view without its own setting is an element, as far as
  ///   the renderer's class determines; by default a view with a label is.
  /// - Complexity: O(*n* log *n*), where *n* is the number of views.
  public func accessibilityElements(
    isElement: (ViewSpec) -> Bool = { $0.accessibility?.label != nil }
  ) -> [AccessibilityElement] {
    var elements: [AccessibilityElement] = []
    for (view, address) in inReadingOrder(at: []) {
      view.appendElements(at: address, to: &elements, isElement)
    }
    return elements
  }

  /// Returns the views with their addresses, in reading order.
  fileprivate func inReadingOrder(
    at parent: ViewAddress
  ) -> [(view: ViewTree, address: ViewAddress)] {
    let priorities = indices.map { self[$0].spec.accessibility?.sortPriority ?? 0 }
    // The index decides between equal priorities, since the sort need not be stable.
    let order = indices.enumerated().sorted { left, right in
      (-priorities[left.offset], left.offset) < (-priorities[right.offset], right.offset)
    }
    return order.map { (self[$0.element], parent.appending($0.element)) }
  }
}

extension ViewTree {
  fileprivate func appendElements(
    at address: ViewAddress, to elements: inout [AccessibilityElement],
    _ isElement: (ViewSpec) -> Bool
  ) {
    if spec.accessibility?.isElement ?? isElement(spec) {
      elements.append(whole(at: address))
      return
    }
    for (child, address) in children.inReadingOrder(at: address) {
      child.appendElements(at: address, to: &elements, isElement)
    }
  }

  /// Returns the view and the views in it as one element.
  private func whole(at address: ViewAddress) -> AccessibilityElement {
    var element = AccessibilityElement(spec.accessibility, at: address)
    let children = children.inReadingOrder(at: address)
    element.add(children.map { child, address in child.whole(at: address) })
    return element
  }
}
