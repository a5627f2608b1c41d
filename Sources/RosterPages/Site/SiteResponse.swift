/// A site's answer to a request.
///
/// The server adds the headers that protect a page, such as its Content-Security-Policy.
package struct SiteResponse: Hashable, Sendable {
  /// The status of HTTP.
  package var status: Int
  /// The media type of the body, as in `text/html; charset=utf-8`.
  package var contentType: String
  package var body: [UInt8]
  /// What a client may keep the body under, without quotation marks: the server answers a request that
  /// has it already with 304. Answers without one are not kept.
  package var etag: String?
  /// Further headers.
  package var headers: [Header]

  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(
    status: Int = 200, contentType: String, body: [UInt8], etag: String? = nil,
    headers: [Header] = []
  ) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.etag = etag
    self.headers = headers
  }

  /// An answer in plain text.
  package static func text(_ status: Int, _ text: String) -> SiteResponse {
    SiteResponse(
      status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8) + [0x0A])
  }

  /// Sends the client to another path of the site, as in `/lists/NAME`, already percent-encoded.
  package static func redirect(to path: String) -> SiteResponse {
    SiteResponse(
      status: 303, contentType: "text/plain; charset=utf-8", body: [],
      headers: [Header("Location", path)])
  }
}
