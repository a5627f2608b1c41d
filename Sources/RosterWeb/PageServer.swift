#if Web
  import HummingbirdCore
  import RosterPages

  /// What all connections of a server share.
  struct PageServer: Sendable {
    let site: any Site
    let rules: RequestRules
    let token: AccessToken?
    let bounds: WebServerBounds
    let admissions: Admissions
    let counter: WebServerCounter
    /// What programs need, if they are the clients; `nil` for browsers.
    let programs: ProgramAccess?
    /// What answers requests for paths that are not the site's; `nil` if all paths are.
    let elsewhere: HTTPChannelHandler.Responder?

    /// The first components of the paths that a site answers beside other parts of an application.
    static let ownPaths: Set<String> = ["lists", "assets", "images", "inspect", "login"]

    init(
      _ site: any Site, _ configuration: WebServerConfiguration, _ counter: WebServerCounter,
      programs: ProgramAccess? = nil, elsewhere: HTTPChannelHandler.Responder? = nil
    ) {
      self.site = site
      self.programs = programs
      self.counter = counter
      self.elsewhere = elsewhere
      rules = RequestRules(
        configuration, ownPaths: elsewhere == nil ? nil : Self.ownPaths, programs: programs)
      token = configuration.token
      bounds = configuration.bounds
      admissions = Admissions(configuration.bounds)
    }

    /// The headers of every answer of the server.
    var securityHeaders: [SiteResponse.Header] {
      programs == nil ? SecurityHeaders.all : SecurityHeaders.forPrograms
    }
  }
#endif
