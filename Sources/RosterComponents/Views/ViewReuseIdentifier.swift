internal import RosterCore

/// Identifies views that may be recycled for each other: those of one class and one type of
/// component, with the same attributes among those that cannot be unset.
///
/// A view keeps the traces of an attribute that the renderer cannot unset. So a view that has had a
/// shadow is not recycled as one without a shadow, whatever the values were.
package struct ViewReuseIdentifier: Hashable, Sendable {
  /// The name of the class.
  package let className: String
  /// The name of the type of component that the view belongs to, `nil` if it belongs to none, or if
  /// any will do.
  package let componentName: String?
  /// The names of the attributes that cannot be unset, sorted.
  package let lastingAttributes: [String]
}

extension ViewSpec {
  /// Returns which views may be recycled for this one.
  ///
  /// The renderer and not the description decides whether an attribute can be unset: one tree may
  /// go to several renderers, some of which have a default for the attribute. By default no
  /// attribute can be unset, which is safe: views are then recycled only for views with the same
  /// attributes. Events and accessibility do not matter, since every renderer can remove them.
  ///
  /// - Parameter canUnset: Returns whether the renderer can unset an attribute of this class.
  /// - Complexity: O(*n*) in the number of attributes.
  package func reuseIdentifier(
    canUnset: (_ attribute: String) -> Bool = { _ in false }
  ) -> ViewReuseIdentifier {
    reuseIdentifier(inComponent: nil, canUnset)
  }

  fileprivate func reuseIdentifier(
    inComponent componentName: String?, _ canUnset: (_ attribute: String) -> Bool
  ) -> ViewReuseIdentifier {
    var lasting: [String] = []
    for attribute in attributes where !canUnset(attribute.name) { lasting.append(attribute.name) }
    return ViewReuseIdentifier(
      className: className, componentName: componentName, lastingAttributes: lasting)
  }
}

extension ViewTree {
  /// Returns which views may be recycled for this one, within its type of component. A controller
  /// that had the view may have left traces that no description mentions.
  ///
  /// - Parameter canUnset: Returns whether the renderer can unset an attribute of this class.
  /// - Complexity: O(*n*) in the number of attributes.
  package func reuseIdentifier(
    canUnset: (_ attribute: String) -> Bool = { _ in false }
  ) -> ViewReuseIdentifier {
    spec.reuseIdentifier(inComponent: scope.key?.typeName, canUnset)
  }
}
