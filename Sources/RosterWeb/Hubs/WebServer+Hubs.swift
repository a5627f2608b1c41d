#if Web
  extension WebServer {
    /// Makes a server of hubs. Any number of servers of the same lists may stand behind a balancer:
    /// each request has all that its answer depends on.
    ///
    /// - Parameters:
    ///   - hubs: The hubs.
    ///   - configuration: Where the server listens. Its token opens all lists.
    public convenience init(_ hubs: HubSite, configuration: WebServerConfiguration = .hub()) {
      self.init(site: hubs, configuration: configuration, programs: hubs.access)
    }
  }

  extension WebServerConfiguration {
    /// A configuration for devices of this machine, with the bounds of a hub.
    public static func hub(port: Int = 0, token: AccessToken? = nil) -> WebServerConfiguration {
      var configuration = WebServerConfiguration(port: port, token: token)
      configuration.bounds = .hub
      return configuration
    }
  }

  extension WebServerBounds {
    /// The bounds of a hub: a request has room for the changes of one message with the default limits
    /// of synchronization, and time to arrive over a bad connection.
    public static var hub: WebServerBounds {
      var bounds = WebServerBounds()
      // Changes of 1 MiB, one of 1 MiB that went beyond it, and the identities beside them.
      bounds.bodyByteCount = 1 << 22
      bounds.requestTime = .seconds(60)
      return bounds
    }

    /// The same for a hub behind a balancer: all requests come from a few addresses, so nothing is
    /// bounded by address but the wrong tokens.
    public static var hubBehindBalancer: WebServerBounds {
      var bounds = hub
      bounds.connectionCountPerAddress = bounds.connectionCount
      bounds.requestRate = Rate(perSecond: 100_000, burst: 100_000)
      return bounds
    }
  }
#endif
