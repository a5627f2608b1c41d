#if Web
  import Roster
  import RosterCommands
  import RosterComponentLists
  import RosterComponents
  import RosterFeed
  import RosterInspecting
  import RosterPages
  import RosterWeb

  /// Serves the feed as a page that follows it, until the program is told to end.
  ///
  /// The server shows rows and performs what the user does to them. What is left to the application
  /// is the same as on a screen: it answers the messages of the rows.
  struct PageServing {
    private let feed: Feed
    /// The file of the feed, for the inspector.
    private let path: String
    private let title: String
    private let port: Int
    /// What became of the modifications of the feed, for the inspector.
    private let recent = RecentModifications()

    /// Opens the feed in a file.
    ///
    /// - Parameters:
    ///   - title: What the page is headed by.
    ///   - port: The port to listen on; 0 for one that is free.
    init(path: String, title: String, port: Int) throws {
      self.path = path
      self.title = title
      self.port = port
      feed = try Feed(path: path, columns: nil, .page, listeners: [recent])
    }

    func run() async throws {
      let messages = feed.list.messages()
      let site = ListSite(title: title)
      site.add(feed.list, named: "feed", title: title, allowsEdits: true) { post in
        .array(([post.author] + post.paragraphs).map { .string($0) })
      }
      // A connection of its own, which only reads, so that a long question disturbs no commit.
      let file = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
      let list = LiveList(feed.list, recent: recent)
      site.inspect(file) { name in name == "feed" ? list : nil }
      let server = WebServer(site, configuration: WebServerConfiguration(port: port))
      try await server.runUntilSignalled {
        try await answer(messages)
      } closing: {
        site.close()
        // The loop of the messages ends when all pending work is done.
        await feed.list.close()
      } whenBound: { url in
        FeedCommand.write(lines: [url])
      }
    }

    /// Answers messages. What the list refuses is said; if the file fails, the loop ends.
    private func answer(_ messages: AsyncStream<TreeMessage<FeedMessage>>) async throws {
      for await message in messages {
        do {
          try await feed.answer(message)
        } catch let error as DataSourceError where !error.isStorageFailure {
          FeedCommand.complain(error.description)
        }
      }
    }
  }
#endif
