/// What a server of pages serves: answers to requests, and sessions that are kept up to date.
///
/// A site knows no network. A server checks who asks, and what a request may look like, before it asks
/// the site.
package protocol Site: Sendable {
  /// Returns the answer to one request.
  ///
  /// Requests arrive on many tasks at once. A request for something that does not exist gets an answer
  /// as well, with the status 404.
  func respond(to request: SiteRequest) async -> SiteResponse

  /// Opens a session for a client that asked for updates at `path`.
  ///
  /// - Parameter path: The components of the path, decoded: `["lists", "NAME", "feed"]`.
  /// - Throws: A `PageError` if nothing at this path sends updates, or if the site has no room for
  ///   one more session.
  func openSession(at path: [String]) throws(PageError) -> any PageSession
}
