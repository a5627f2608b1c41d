extension Collection where Element == ViewTree, Index == Int {
  /// What assistive technology finds in the views, in the order in which it is read.
  ///
  /// Siblings with a higher `sortPriority` are read first, and those of one priority in their order,
  /// each with all that is in it. A view that is one thing to the user speaks for the ones in it:
  ///
  /// - It has its own label, hint and value, or else those of the views in it, joined by commas. A
  ///   view in it may in turn say something for those that it holds.
  /// - It has the traits and the actions of all of them; an action happens to the view that offers it.
  ///
  /// - Parameter isElement: Whether a view that does not say so itself is one thing to the user, as
  ///   far as the renderer's class knows; by default one that has a label is.
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

  /// The views with their addresses, as they are read.
  fileprivate func inReadingOrder(
    at parent: ViewAddress
  ) -> [(view: ViewTree, address: ViewAddress)] {
    let priorities = indices.map { self[$0].spec.accessibility?.sortPriority ?? 0 }
    // The place decides between equals: sorting alone may mix them.
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

  /// The view and what is in it, as one.
  private func whole(at address: ViewAddress) -> AccessibilityElement {
    var element = AccessibilityElement(spec.accessibility, at: address)
    let children = children.inReadingOrder(at: address)
    element.add(children.map { child, address in child.whole(at: address) })
    return element
  }
}
