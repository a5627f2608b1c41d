#if Web
  import RosterComponents
  import RosterCore
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON
  import RosterLog
  import RosterTestKit
  import RosterTestSupport
  import Testing

  /// States of components that go to other devices over HTTP.
  @Suite(.timeLimit(.minutes(10))) struct StateTransferTests {
    private typealias Device = SyncedList<JSONValue, JSONValue, Never>

    /// Notes the format of each request and passes it on.
    private struct NotingTransport: SyncTransport {
      let transport: HTTPSyncTransport
      let formats: Recorder<Int>

      func exchange(_ request: JSONValue) async throws -> JSONValue {
        if let format = request["sync"]?.intValue { formats.record(format) }
        return try await transport.exchange(request)
      }
    }

    /// A hub and two devices in a folder, which may be closed and opened again.
    private struct Files {
      let folder: TemporaryFolder
      let compresses: Bool
      let formats = Recorder<Int>()

      /// Opens everything, with a hub on another port each time.
      func open(_ body: (_ hub: JSONList, _ one: Device, _ two: Device) async throws -> Void)
        async throws
      {
        let hub = try JSONList.file(folder.path(of: "hub.sqlite"), isShared: true)
        let site = HubSite()
        try site.add(SyncHub(hub, name: "notes", coding: .json), named: "notes")
        try await RunningHub.run(site) { server in
          let (one, two) = (try device("one", server), try device("two", server))
          try await body(hub, one, two)
          for device in [one, two] { await device.list.close() }
        }
        await hub.close()
      }

      private func device(_ name: String, _ server: RunningHub) throws -> Device {
        var configuration = HTTPSyncTransport.Configuration()
        configuration.compresses = compresses
        let transport = try HTTPSyncTransport(
          server.url, list: "notes", configuration: configuration)
        return try Device(
          JSONList.file(folder.path(of: "\(name).sqlite")),
          with: NotingTransport(transport: transport, formats: formats), coding: .json,
          states: SyncedStates(Marks.self, Draft.self))
      }
    }

    private func write(_ marks: Set<String>, _ draft: String, in list: JSONList) async throws {
      func assignment(_ scope: ScopePath, _ value: JSONValue) -> StateAssignment {
        StateAssignment(
          item: .path(ItemPath(section: 0, item: 0)), scope: scope, state: JSONState(value).stored)
      }
      _ = try await list.apply(
        JSONChange(),
        states: [
          assignment(.marks, .array(marks.sorted().map { .string($0) })),
          assignment(.draft, ["text": .string(draft)]),
        ])
    }

    /// The states of the first item.
    private func states(_ list: JSONList) throws -> [ScopePath: JSONValue] {
      try (list.snapshot.states(at: ItemPath(section: 0, item: 0)) ?? [:])
        .compactMapValues { JSONState($0)?.value }
    }

    @Test(arguments: [true, false])
    func devicesEndEqualWithStatesThatBothHaveChangedWhileTheHubWasAway(
      compresses: Bool
    ) async throws {
      let files = Files(folder: try TemporaryFolder(), compresses: compresses)
      try await files.open { _, one, two in
        try await one.list.apply(.section("a", "b"))
        try await write(["Ann"], "", in: one.list)
        _ = try await one.synchronize()
        _ = try await two.synchronize()
        try await write(["Ann", "Ben"], "one", in: one.list)
        try await write(["Ann", "Cem"], "two", in: two.list)
        _ = try await one.synchronize()
      }
      let formatCount = files.formats.values.count
      try await files.open { hub, one, two in
        #expect(try await two.synchronize().map(\.kind) == [.confirmed])
        _ = try await one.synchronize()
        let expected: [ScopePath: JSONValue] = [
          .marks: ["Ann", "Ben", "Cem"], .draft: ["text": "two"],
        ]
        for list in [hub, one.list, two.list] {
          #expect(try states(list) == expected)
          #expect(try list.fingerprint == hub.fingerprint)
        }
        for device in [one, two] { #expect(try await !device.hasPendingChanges) }
      }
      // The new hub has read messages that have states.
      #expect(files.formats.values.dropFirst(formatCount).contains(2))
    }
  }
#endif
