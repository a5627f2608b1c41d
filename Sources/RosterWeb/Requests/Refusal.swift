#if Web
  import RosterJSON

  /// An answer to a request that does not reach the site: short plain text.
  struct Refusal: Error, Hashable, Sendable {
    let status: Int
    let reason: WebServerCounts.Reason
    let text: String
    var headers: [[String]] = []

    init(_ status: Int, _ reason: WebServerCounts.Reason, _ text: String) {
      self.status = status
      self.reason = reason
      self.text = text
    }

    /// A refusal with one more header.
    func adding(_ name: String, _ value: String) -> Refusal {
      var refusal = self
      refusal.headers.append([name, value])
      return refusal
    }

    /// What a client of a site is sent: a line of text, or JSON if it is a program.
    func body(forPrograms: Bool) -> (contentType: String, text: String) {
      guard forPrograms else { return ("text/plain; charset=utf-8", text + "\n") }
      let error: JSONValue = ["message": .string(text), "reason": .string(reason.rawValue)]
      return ("application/json", JSONValue.object(["error": error]).canonicalText)
    }

    static let path = Refusal(400, .path, "this is no address of a page")
    static let malformed = Refusal(400, .malformedRequest, "the request is malformed")
    static let headTooLarge = Refusal(
      431, .headTooLarge, "the address or the header lines of the request are too long")
    static let bodyTooLarge = Refusal(413, .bodyTooLarge, "the body of the request is too long")
    static let tooManyRequests = Refusal(429, .requestRate, "too many requests; wait a little")
      .adding("Retry-After", "1")
    static let tooManySessions = Refusal(
      503, .sessionsOfAddress, "too many pages of this address are open; close some")
    static let host = Refusal(
      421, .host, "the server does not go by this name; start it with --allow-host to allow it")
    static let origin = Refusal(403, .origin, "pages of other origins may not use this server")
    static let noToken = Refusal(403, .token, "the server was given no token")
    static let token = Refusal(401, .token, "the token is missing or wrong")
      .adding("WWW-Authenticate", "Bearer realm=\"roster\"")
    static let handshake = Refusal(
      426, .handshake, "updates are sent over a WebSocket with the subprotocol roster.1"
    ).adding("Upgrade", "websocket").adding("Sec-WebSocket-Version", "13")
  }
#endif
