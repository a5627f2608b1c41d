package import RosterCore

/// What shows a list in another form, and follows it.
package protocol ListDependent: AnyObject, Sendable {
  /// The revision of the list that it has followed up to. The list keeps its journal after it.
  var basis: Revision { get }

  /// Is called after each revision that the list publishes, on its work queue. Must not wait.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - identities: What it has touched; `nil` if it has only written states.
  ///   - movesSections: Whether it has moved sections.
  func listHasChanged(to revision: Revision, _ identities: ChangeIdentities?, movesSections: Bool)
}
