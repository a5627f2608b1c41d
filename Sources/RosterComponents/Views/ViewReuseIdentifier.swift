/// Tells which views may be recycled for each other: those of one class with one set of attributes
/// that cannot be unset.
///
/// A view that once had an attribute keeps its traces, unless the renderer can undo it. So a view
/// with a shadow is not taken where none is wanted, whatever the values were.
public struct ViewReuseIdentifier: Hashable, Sendable {
  /// The name of the class.
  public let className: String
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
    let lasting = attributes.map(\.name).filter { !canUnset($0) }
    return ViewReuseIdentifier(className: className, lastingAttributes: lasting)
  }
}
