/// A request to a site, decoded and checked.
package struct SiteRequest: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    /// Also for `HEAD`: the server leaves the body out.
    case get
    /// From a page of the same origin; the server has checked that.
    case post
  }

  package var method: Method
  /// The components of the path, decoded. The path `/` has none. No component is empty, `.` or `..`,
  /// or contains a slash, a backslash or a control character.
  package var path: [String]
  /// The query, decoded. Of parameters with the same name the last one counts.
  package var query: [String: String]
  /// The body, which is empty unless the method is `post`.
  package var body: [UInt8]
  /// The header lines that say how the body is encoded and how the answer may be, by their names in
  /// small letters. Only a site for programs gets them.
  package var encodings: [String: String] = [:]

  package init(
    method: Method = .get, path: [String], query: [String: String] = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }
}
