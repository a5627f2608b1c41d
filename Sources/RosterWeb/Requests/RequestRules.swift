#if Web
  import NIOCore
  import NIOHTTP1
  import RosterPages

  /// What a request has to look like before the site learns of it: a function of its head.
  struct RequestRules: Sendable {
    /// What a request asks for.
    enum Verdict: Hashable, Sendable {
      /// An answer of the site, or the form for the token.
      case page
      /// Updates over a WebSocket.
      case feed
      /// Something that another part of the application serves. It was not checked.
      case elsewhere
    }

    /// The end of a connection that the request reached.
    struct Endpoint: Hashable, Sendable {
      /// The numeric address, as in `192.168.1.5`.
      var address: String?
      var port: Int
      /// Whether only this machine can reach the address.
      var isLocal: Bool
    }

    static let subprotocol = "roster.1"
    static let loginPath = ["login"]

    private let token: AccessToken?
    private let isSecure: Bool
    private let allowedHosts: Set<String>
    private let allowedOrigins: Set<String>
    /// The first components of paths that are checked and served; `nil` if all are.
    private let ownPaths: Set<String>?
    /// What programs need, if they are the clients.
    private let programs: ProgramAccess?

    init(
      _ configuration: WebServerConfiguration, ownPaths: Set<String>? = nil,
      programs: ProgramAccess? = nil
    ) {
      self.programs = programs
      token = configuration.token
      isSecure = configuration.certificate != nil
      allowedHosts = Set(configuration.allowedHosts.map { $0.lowercased() })
      allowedOrigins = Set(configuration.allowedOrigins.map { $0.lowercased() })
      self.ownPaths = ownPaths
    }

    /// Checks the head of a request. The host comes first: who called the server by a wrong name learns
    /// nothing else of it.
    func check(_ head: HTTPRequestHead, at endpoint: Endpoint) throws(Refusal) -> Verdict {
      if isElsewhere(head.uri) { return .elsewhere }
      let source = source(of: head)
      guard let host = source.host else { throw .malformed }
      guard isAllowed(host, at: endpoint) else { throw .host }
      guard [.GET, .HEAD, .POST].contains(head.method) else {
        throw Refusal(405, .method, "only GET, HEAD and POST are served")
          .adding("Allow", "GET, HEAD, POST")
      }
      guard head.version == .http1_1 else { throw .malformed }
      guard let target = RequestTarget(head.uri) else { throw .path }
      if let programs { return try check(head, target, at: endpoint, programs) }
      let isFeed = head.method == .GET && head.headers.contains(name: "Upgrade")
      switch source.verdict(
        isDemanded: isFeed || head.method == .POST, isSecure: isSecure, allowing: allowedOrigins)
      {
      case .own: break
      case .foreign: throw .origin
      case .malformed: throw .malformed
      }
      if head.method != .POST, source.hasBody { throw .malformed }
      if isFeed { try checkHandshake(head) }
      if target.path != Self.loginPath { try checkToken(head, at: endpoint) }
      return isFeed ? .feed : .page
    }

    /// Whether another part of the application answers requests for an address.
    func isElsewhere(_ uri: String) -> Bool {
      guard let ownPaths else { return false }
      return !ownPaths.contains(String(uri.dropFirst().prefix { $0 != "/" && $0 != "?" }))
    }

    // MARK: Who asks

    private func source(of head: HTTPRequestHead) -> RequestSource {
      RequestSource { head.headers[$0] }
    }

    /// Whether clients may call the server so.
    private func isAllowed(_ host: String, at endpoint: Endpoint) -> Bool {
      var names = allowedHosts.union(["localhost", "127.0.0.1", "[::1]"])
      if let address = endpoint.address {
        names.insert(address.contains(":") ? "[\(address)]" : address)
      }
      return RequestSource.isOwn(
        host, names: names, port: endpoint.port, isSecure: isSecure, anyPort: allowedHosts)
    }

    // MARK: Programs

    private func check(
      _ head: HTTPRequestHead, _ target: RequestTarget, at endpoint: Endpoint,
      _ programs: ProgramAccess
    ) throws(Refusal) -> Verdict {
      let isOfPage = ["Origin", "Sec-Fetch-Site"].contains { head.headers.contains(name: $0) }
      guard !isOfPage else { throw .origin }
      if head.method != .POST, source(of: head).hasBody { throw .malformed }
      guard !programs.openPaths.contains(target.path) else { return .page }
      guard token != nil || programs.hasTokens() else {
        guard endpoint.isLocal else { throw .noToken }
        return .page
      }
      guard hasToken(programs.tokens(target.path) + (token.map { [$0] } ?? []), head) else {
        throw .token
      }
      return .page
    }

    // MARK: The rest

    private func checkHandshake(_ head: HTTPRequestHead) throws(Refusal) {
      let protocols = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
      let keys = head.headers["Sec-WebSocket-Key"]
      guard
        head.headers["Upgrade"].count == 1, head.headers["Upgrade"][0].lowercased() == "websocket",
        head.headers[canonicalForm: "Connection"].contains(where: { $0.lowercased() == "upgrade" }),
        head.headers["Sec-WebSocket-Version"] == ["13"],
        // 16 bytes in base 64.
        keys.count == 1, keys[0].utf8.count == 24,
        protocols.contains(where: { $0 == Self.subprotocol })
      else { throw .handshake }
    }

    /// Whether a request has a token at all, right or wrong.
    func givesToken(_ head: HTTPRequestHead, at endpoint: Endpoint) -> Bool {
      head.headers.contains(name: "Authorization") || !cookies(of: head, at: endpoint).isEmpty
    }

    /// The values of our cookie in a request.
    private func cookies(of head: HTTPRequestHead, at endpoint: Endpoint) -> [Substring] {
      source(of: head).cookies(named: cookieName(at: endpoint))
    }

    private func checkToken(
      _ head: HTTPRequestHead, at endpoint: Endpoint
    ) throws(Refusal) {
      guard let token else {
        guard endpoint.isLocal else { throw .noToken }
        return
      }
      if hasToken([token], head) { return }
      if cookies(of: head, at: endpoint).contains(where: { token.matches($0) }) { return }
      if head.method == .GET, head.headers["Accept"].contains(where: { $0.contains("text/html") }) {
        throw Refusal(303, .token, "the token is missing").adding("Location", "/login")
      }
      throw .token
    }

    /// Whether a program has sent one of the tokens.
    private func hasToken(_ tokens: [AccessToken], _ head: HTTPRequestHead) -> Bool {
      let scheme = "bearer "
      return head.headers["Authorization"].contains { value in
        value.lowercased().hasPrefix(scheme)
          && tokens.contains { $0.matches(value.dropFirst(scheme.count)) }
      }
    }

    /// The name of the cookie with the token. Cookies of a host are shared by its ports, so servers at
    /// other ports have others.
    func cookieName(at endpoint: Endpoint) -> String {
      (isSecure ? "__Host-" : "") + "roster-\(endpoint.port)"
    }

    /// The cookie with the token. Scripts cannot read it, and pages of other sites cannot have it sent.
    func cookie(_ token: AccessToken, at endpoint: Endpoint) -> String {
      "\(cookieName(at: endpoint))=\(token.text); Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
        + (isSecure ? "; Secure" : "")
    }
  }
#endif
