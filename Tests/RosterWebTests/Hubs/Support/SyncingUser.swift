#if Web
  import RosterCore
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON
  import RosterTestKit
  import Synchronization
  import Testing

  /// Sends each request to the next one of several hubs.
  final class Balancer: SyncTransport {
    private let transports: [HTTPSyncTransport]
    private let next = Atomic(0)

    init(_ transports: [HTTPSyncTransport]) { self.transports = transports }

    func exchange(_ request: JSONValue) async throws -> JSONValue {
      let number = next.add(1, ordering: .relaxed).newValue
      return try await transports[number % transports.count].exchange(request)
    }
  }

  /// A device with a user who changes its list at random.
  struct SyncingUser {
    let device: SyncedList<JSONValue, JSONValue, Never>
    private(set) var editor: RandomEditor
    var revisions: [Revision] = []
    private(set) var outcomes: [SyncOutcome] = []
    /// Why it could not synchronize.
    private(set) var failures: [HubError.Code] = []

    init(
      _ folder: TemporaryFolder, _ name: String, seed: UInt64, _ transport: any SyncTransport
    ) throws {
      device = try SyncedList(
        JSONList.file(folder.path(of: "\(name).sqlite")), with: transport, coding: .json)
      editor = RandomEditor(name: name, seed: seed)
    }

    mutating func edit() throws { revisions.append(try editor.edit(device.list)) }

    /// Synchronizes, or notes that the network or the hub does not let it.
    mutating func synchronize() async throws -> Bool {
      do {
        outcomes += try await device.synchronize()
        return true
      } catch let error as HubError {
        // Everything else would be the same for ever.
        guard [.unreachable, .connectionLost, .timedOut, .busy, .failed].contains(error.code)
        else { throw error }
        failures.append(error.code)
        return false
      }
    }

    /// Checks that all devices end with the list of the hub, which has each item once, and that each
    /// change has one outcome.
    ///
    /// - Parameter others: The items that nobody's editor has inserted.
    static func check(
      _ users: [SyncingUser], _ folder: TemporaryFolder, _ transport: any SyncTransport,
      others: Set<String> = ["a", "b", "c", "d"]
    ) async throws {
      var users = users
      for _ in 0..<2 {
        for index in users.indices {
          // A connection that was cut may be used once more.
          while try await !users[index].synchronize() {
            try await Task.sleep(for: .milliseconds(20))
          }
        }
      }
      // What a device gets that begins now is what the hubs have.
      let hub = try SyncedList(
        JSONList.file(folder.path(of: "last.sqlite")), with: transport, coding: .json)
      _ = try await hub.synchronize()
      let ids = try hub.list.ids
      let inserted = users.reduce(into: others) { $0.formUnion($1.editor.inserted) }
      let removed = users.reduce(into: Set<String>()) { $0.formUnion($1.editor.removed) }
      #expect(ids.count == Set(ids).count)
      #expect(Set(ids) == inserted.subtracting(removed))
      for user in users {
        #expect(try user.device.list.fingerprint == hub.list.fingerprint)
        #expect(try await !user.device.hasPendingChanges)
        #expect(user.outcomes.map(\.revision).sorted() == user.revisions)
        await user.device.list.close()
      }
      await hub.list.close()
    }
  }
#endif
