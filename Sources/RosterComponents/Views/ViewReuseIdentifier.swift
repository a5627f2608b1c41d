internal import RosterCore

/// Tells which views may be recycled for each other: those of one class with one set of attributes
/// that cannot be unset, in one type of component.
///
/// A view that once had an attribute keeps its traces, unless the renderer can undo it. So a view
/// with a shadow is not taken where none is wanted, whatever the values were.
public struct ViewReuseIdentifier: Hashable, Sendable {
  /// The name of the class.
  public let className: String
  /// The name of the type of component that the view is of, `nil` if it is of none, or any will do.
  public let componentName: String?
  /// The names of the attributes that stay once they are set, sorted.
  public let lastingAttributes: [String]
}

extension ViewSpec {
  /// Tells which views may be recycled for this one.
  ///
  /// Whether an attribute can be unset is for the renderer to say and not for the description: one
  /// tree goes to many renderers, of which some know a default for the attribute and some do not.
  /// One that says nothing is safe: views are then recycled only for those with the same attributes.
  /// Events and accessibility are no part of it: every renderer can take those away.
  ///
  /// - Parameter canUnset: Whether the renderer can undo an attribute of this class.
  /// - Complexity: O(*n*) in the number of attributes.
  public func reuseIdentifier(
    canUnset: (_ attribute: String) -> Bool = { _ in false }
  ) -> ViewReuseIdentifier {
    reuseIdentifier(inComponent: nil, canUnset)
  }

  fileprivate func reuseIdentifier(
    inComponent componentName: String?, _ canUnset: (_ attribute: String) -> Bool
  ) -> ViewReuseIdentifier {
    let lasting = attributes.map(\.name).filter { !canUnset($0) }
    return ViewReuseIdentifier(
      className: className, componentName: componentName, lastingAttributes: lasting)
  }
}

extension ViewTree {
  /// Tells which views may be recycled for this one, within its type of component: a controller that
  /// had the view may have left traces of which no description tells.
  ///
  /// - Parameter canUnset: Whether the renderer can undo an attribute of this class.
  /// - Complexity: O(*n*) in the number of attributes.
  public func reuseIdentifier(
    canUnset: (_ attribute: String) -> Bool = { _ in false }
  ) -> ViewReuseIdentifier {
    spec.reuseIdentifier(inComponent: scope.key?.typeName, canUnset)
  }
}
