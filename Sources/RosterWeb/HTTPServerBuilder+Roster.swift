#if Web
  public import HummingbirdCore
  public import RosterPages

  extension HTTPServerBuilder {
    /// Serves lists beside the routes of an application.
    ///
    ///     let application = Application(
    ///       router: router, server: .roster(site, configuration: WebServerConfiguration()))
    ///
    /// The lists have the paths that begin with `/lists`, `/assets`, `/images`, `/inspect` and `/login`;
    /// everything else goes to the router. The application has its own address, port and certificate. The
    /// bounds of the configuration hold for all connections, the checks of hosts, origins and the token for the
    /// paths of the lists only.
    public static func roster(
      _ site: ListSite, configuration: WebServerConfiguration
    ) -> HTTPServerBuilder {
      roster(site: site, configuration: configuration, counter: WebServerCounter())
    }

    static func roster(
      site: any Site, configuration: WebServerConfiguration, counter: WebServerCounter
    ) -> HTTPServerBuilder {
      HTTPServerBuilder { responder in
        PageChannel(server: PageServer(site, configuration, counter, elsewhere: responder))
      }
    }
  }
#endif
