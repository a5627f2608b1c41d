package import RosterCore

/// What answers for the paths below `/inspect`, if a site has an inspector.
package protocol ListInspection: Sendable {
  /// Returns what a revision of a list did, when, and who made it, in one sentence; `nil` if that is not known.
  func summary(of list: String, at revision: Revision) -> String?

  /// Returns the answer to one request.
  ///
  /// - Parameter request: A request whose path begins with `inspect`.
  func respond(to request: SiteRequest) async -> SiteResponse
}

extension ListInspection {
  /// Returns `nil`: nothing is known.
  package func summary(of list: String, at revision: Revision) -> String? { nil }
}
