#if Web
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON

  /// The code in the comments of hubs and of their transport. It is compiled only: it needs a network.
  enum HubExamples {
    typealias Notes = ListDataSource<JSONValue, JSONValue, Never>

    static func open(
      _ list: Notes, token: String
    ) throws -> SyncedList<JSONValue, JSONValue, Never> {
      // begin example
      let hub = try HTTPSyncTransport("https://hub.example.org", list: "notes", token: token)
      let notes = try SyncedList(list, with: hub, coding: .json)
      // end example
      return notes
    }

    static func serve(_ list: Notes) async throws {
      // begin example
      let hubs = HubSite()
      try hubs.add(SyncHub(list, name: "notes of Ann", coding: .json), named: "notes")
      try await WebServer(hubs, configuration: .hub(port: 8080)).run { url in print(url) }
      // end example
    }
  }
#endif
