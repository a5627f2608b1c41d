#if Web
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON
  import RosterLog
  import RosterTestKit
  import Synchronization
  import Testing

  /// How many bytes go over the network, with the heads of HTTP, beside the lines of a log.
  @Suite(.timeLimit(.minutes(20))) struct WireTests {
    /// The first changesets of a log, and the bytes of their lines.
    private struct Log {
      var changesets: [JSONChange] = []
      var byteCount = 0

      init(_ name: String, countMax: Int) throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../Fixtures/logs/\(name).jsonl").standardized
        var reader = try ChangesetLogReader(Array(try Data(contentsOf: path)))
        while changesets.count < countMax, let line = try reader.next() {
          guard case .changeset(let changeset) = line.entry else { continue }
          changesets.append(changeset.changeset)
          byteCount +=
            JSONValue.object(["changeset": changeset.changeset.json]).canonicalText
            .utf8.count + 1
        }
      }
    }

    private final class Counter: Sendable {
      private let counts = Mutex((sent: 0, received: 0))

      func sent(_ count: Int) { counts.withLock { $0.sent += count } }
      func received(_ count: Int) { counts.withLock { $0.received += count } }

      /// Returns the counts since the last call.
      func take() -> (sent: Int, received: Int) {
        counts.withLock { counts in
          defer { counts = (0, 0) }
          return counts
        }
      }
    }

    @Test(arguments: ["history-small", "history-large"], [false, true])
    func messagesAreHardlyLongerThanTheLog(log name: String, compressed: Bool) async throws {
      let log = try Log(name, countMax: 300)
      let folder = try TemporaryFolder()
      let site = HubSite()
      let list = try JSONList.file(folder.path(of: "hub.sqlite"), isShared: true)
      try site.add(SyncHub(list, name: "notes", coding: .json), named: "notes")
      let counter = Counter()
      let proxy = try await FaultyProxy(
        request: { count in
          counter.sent(count)
          return false
        },
        answer: { count in
          counter.received(count)
          return false
        })
      var server = WebServerConfiguration.hub()
      server.allowedHosts = [proxy.host]
      try await RunningHub.run(site, server) { hub in
        proxy.forward(to: hub.url)
        var configuration = HTTPSyncTransport.Configuration()
        configuration.compresses = compressed
        let transport = try HTTPSyncTransport(
          proxy.url, list: "notes", configuration: configuration)
        let one = try SyncedList(
          JSONList.file(folder.path(of: "one.sqlite")), with: transport, coding: .json)
        for changeset in log.changesets { try await one.list.apply(changeset) }
        _ = try await one.synchronize()
        let pushed = counter.take()
        let two = try SyncedList(
          JSONList.file(folder.path(of: "two.sqlite")), with: transport, coding: .json)
        _ = try await two.synchronize()
        let pulled = counter.take()
        // What was pushed comes back with the answers, beside what is sent.
        for count in [pushed.sent, pushed.received, pulled.received] {
          let ratio = Double(count) / Double(log.byteCount)
          #expect(ratio <= (compressed ? 0.4 : 1.5), "\(count) bytes for \(log.byteCount)")
        }
        #expect(try two.list.fingerprint == list.fingerprint)
      }
    }
  }
#endif
