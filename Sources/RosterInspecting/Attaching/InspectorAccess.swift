import RosterPages

/// Which requests an inspector answers that this machine serves: those of a browser that has opened an address of the
/// program. A function of the head of a request.
struct InspectorAccess {
  /// What becomes of a request.
  enum Verdict: Hashable {
    case answer(SiteResponse)
    case ask(SiteRequest)
  }

  let port: UInt16
  /// What the cookie of the browser has.
  let token: SecretText

  /// Decides about a request.
  ///
  /// - Parameter redeem: Takes a key that an address has; returns whether it opens the inspector, which it does once.
  func verdict(on request: InspectorRequest, redeem: (String) -> Bool) -> Verdict {
    let source = request.source
    guard let host = source.host,
      RequestSource.isOwn(host, names: Self.names, port: Int(port), isSecure: false)
    else { return .refusal(421, "this server is 127.0.0.1:\(port), and has no other name") }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return .refusal(405, "only GET, HEAD and POST are served")
    }
    guard !source.hasBody else { return .refusal(413, "a request has no body here") }
    let isPost = request.method == "POST"
    guard source.verdict(isDemanded: isPost, isSecure: false) == .own else {
      return .refusal(403, "pages of other sites may not ask here")
    }
    guard let target = RequestTarget(request.target) else {
      return .refusal(400, "this is no address of a page")
    }
    if !isPost, let key = target.query["key"], redeem(key) { return .answer(opening(target.path)) }
    guard source.cookies(named: cookieName).contains(where: { token.matches($0) }) else {
      return .refusal(
        401, "open an address that the program says; each opens the inspector once, in one browser")
    }
    switch (target.path.first, target.path.count) {
    // The page of a list is not served here.
    case ("lists", 2): return .answer(.redirect(to: "/inspect/\(target.path[1].percentEncoded)"))
    case (nil, _), ("assets", _), ("inspect", _): break
    default: return .refusal(404, "there is nothing here but the inspector")
    }
    return .ask(SiteRequest(method: isPost ? .post : .get, path: target.path, query: target.query))
  }

  private static let names: Set<String> = ["127.0.0.1", "localhost"]

  /// Gives the browser the token, and leads it to the address without the key.
  private func opening(_ path: [String]) -> SiteResponse {
    var response = SiteResponse.redirect(
      to: "/" + path.map(\.percentEncoded).joined(separator: "/"))
    let cookie = "\(cookieName)=\(token.text); Path=/; HttpOnly; SameSite=Strict"
    response.headers.append(.init("Set-Cookie", cookie))
    return response
  }

  /// Cookies of a host are shared by its ports.
  private var cookieName: String { "roster-inspector-\(port)" }
}

extension InspectorAccess.Verdict {
  fileprivate static func refusal(_ status: Int, _ text: String) -> Self {
    .answer(.text(status, text))
  }
}
