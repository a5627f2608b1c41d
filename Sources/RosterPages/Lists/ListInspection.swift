/// What answers for the paths below `/inspect`, if a site has an inspector.
package protocol ListInspection: Sendable {
  /// Returns the answer to one request.
  ///
  /// - Parameter request: A request whose path begins with `inspect`.
  func respond(to request: SiteRequest) async -> SiteResponse
}
