#if Web
  /// Says that the clients of a site are programs, and which tokens they need.
  ///
  /// Requests of programs name no origin, and one that does is refused: it comes from a page. There are
  /// no cookies and no form for the token, and refusals are JSON.
  package struct ProgramAccess: Sendable {
    /// Returns the tokens that open a path, besides that of the server.
    let tokens: @Sendable (_ path: [String]) -> [AccessToken]
    /// Returns whether any path has a token of its own. Then each request needs one.
    let hasTokens: @Sendable () -> Bool
    /// The paths that need no token.
    let openPaths: Set<[String]>

    package init(
      openPaths: Set<[String]>, tokens: @escaping @Sendable (_ path: [String]) -> [AccessToken],
      hasTokens: @escaping @Sendable () -> Bool
    ) {
      self.openPaths = openPaths
      self.tokens = tokens
      self.hasTokens = hasTokens
    }
  }
#endif
