#if Web
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterSync
  import RosterWeb
  import RosterJSON
  import RosterTestKit
  import Synchronization
  import Testing

  /// Hubs as processes whose storage, time and network are taken away, and given back.
  @Suite(.serialized, .timeLimit(.minutes(10))) struct HubFaultTests {
    /// The end of the faults.
    private final class End: Sendable {
      private let isOver = Atomic(false)

      var hasCome: Bool { isOver.load(ordering: .relaxed) }

      func come() { isOver.store(true, ordering: .relaxed) }
    }

    /// Lets three users work beside faults, and checks that everything ends well.
    ///
    /// - Parameter faults: Runs while they work; they go on until it returns.
    /// - Returns: Why they could not synchronize meanwhile.
    private func work(
      with hub: HubProcess, _ folder: TemporaryFolder,
      beside faults: @escaping @Sendable () async throws -> Void
    ) async throws -> Set<HubError.Code> {
      var configuration = HTTPSyncTransport.Configuration()
      configuration.readingTime = .seconds(1)
      let transport = try HTTPSyncTransport(hub.url, list: "notes", configuration: configuration)
      // Before the faults and behind them nobody gives up on a hub that is slow on a busy machine.
      let patient = try HTTPSyncTransport(hub.url, list: "notes")
      var first = try SyncingUser(folder, "first", seed: 1, patient)
      first.revisions.append(
        try first.device.list.applySynchronously(.section("a", "b", "c", "d")).target.revision)
      #expect(try await first.synchronize())
      let end = End()
      let users = try await withThrowingTaskGroup(of: SyncingUser?.self) { group in
        for number in 0..<3 {
          var user = try SyncingUser(folder, "user\(number)", seed: UInt64(number), transport)
          group.addTask {
            var roundCount = 0
            while roundCount < 8 || !end.hasCome {
              if try await user.synchronize(), roundCount < 60 {
                for _ in 0..<3 { try user.edit() }
                roundCount += 1
              } else {
                try await Task.sleep(for: .milliseconds(20))
              }
            }
            return user
          }
        }
        group.addTask {
          defer { end.come() }
          try await faults()
          return nil
        }
        return try await group.reduce(into: [first]) { users, user in
          if let user { users.append(user) }
        }
      }
      try await SyncingUser.check(users, folder, patient)
      return Set(users.flatMap(\.failures))
    }

    private static func wait(_ milliseconds: Int) async throws {
      try await Task.sleep(for: .milliseconds(milliseconds))
    }

    @Test func aHubThatStandsStillGoesOnWhereItWas() async throws {
      let folder = try TemporaryFolder()
      let hub = try HubProcess([folder.path(of: "hub.sqlite"), "--list", "notes", "--create"])
      let failures = try await work(with: hub, folder) {
        for _ in 0..<2 {
          hub.pause()
          // Longer than a device waits.
          try await Self.wait(1_500)
          hub.resume()
          try await Self.wait(200)
        }
      }
      #expect(failures.isSubset(of: [.timedOut]))
      #expect(hub.interrupt() == 0)
    }

    #if Postgres
      @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
      func aHubOutlivesAServerThatIsKilledOrStandsStill() async throws {
        let folder = try TemporaryFolder()
        let server = try PostgresServer()
        let hub = try HubProcess([server.address, "--list", "notes", "--create"])
        _ = try await work(with: hub, folder) {
          for number in 0..<4 {
            if number.isMultiple(of: 2) {
              try server.kill()
              try await Self.wait(100)
              try server.start()
            } else {
              try server.pause()
              try await Self.wait(400)
              try server.resume()
            }
            try await Self.wait(300)
          }
        }
        #expect(hub.interrupt() == 0)
      }
    #endif

    #if os(Linux)
      /// Fills the disk under a hub, and lets a device bring what needs room.
      private func fillDisk(
        of hub: HubProcess, _ folder: TemporaryFolder, filling fill: () throws -> Void,
        emptying empty: () throws -> Void
      ) async throws {
        let transport = try HTTPSyncTransport(hub.url, list: "notes")
        var user = try SyncingUser(folder, "user", seed: 1, transport)
        user.revisions.append(
          try user.device.list.applySynchronously(.section("a", "b")).target.revision)
        #expect(try await user.synchronize())
        try fill()
        var random = SplitMix64(seed: 1)
        let text = (0..<50_000).map { _ in String(random.next(), radix: 36) }.joined()
        let large = JSONChange {
          $0.insertItem(["id": "c", "text": .string(text)], at: ItemPath(section: 0, item: 0))
        }
        user.revisions.append(try user.device.list.applySynchronously(large).target.revision)
        for _ in 0..<2 { #expect(try await !user.synchronize()) }
        #expect(Set(user.failures) == [.failed])
        #expect(try await user.device.hasPendingChanges)
        try empty()
        try await SyncingUser.check([user], folder, transport, others: ["a", "b", "c"])
        #expect(hub.interrupt() == 0)
      }

      @Test(.enabled(if: getuid() == 0, "only root can make a small disk"))
      func aFullDiskUnderAHubRefusesAndLosesNothing() async throws {
        let folder = try TemporaryFolder()
        let disk = try SmallDisk(at: folder.path(of: "disk"), megabytes: 8)
        let hub = try HubProcess(["\(disk.path)/hub.sqlite", "--list", "notes", "--create"])
        try await fillDisk(of: hub, folder, filling: disk.fill, emptying: disk.empty)
      }

      #if Postgres
        @Test(
          .enabled(if: getuid() == 0, "only root can make a small disk"),
          .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
        func aFullDiskUnderTheServerOfAHubRefusesAndLosesNothing() async throws {
          let folder = try TemporaryFolder()
          let server = try PostgresServer(diskSize: 200)
          let hub = try HubProcess([server.address, "--list", "notes", "--create"])
          try await fillDisk(
            of: hub, folder, filling: server.fillDisk, emptying: server.emptyDisk)
        }
      #endif

      @Test(
        .enabled(if: NetworkNamespaces.isAvailable, "only root with iproute2 can make networks"))
      func devicesInANetworkThatIsCutInEachDirectionEndEqual() async throws {
        let folder = try TemporaryFolder()
        let networks = try NetworkNamespaces()
        let token = folder.path(of: "token")
        let hub = try HubProcess(
          [
            folder.path(of: "hub.sqlite"), "--list", "notes", "--create", "--address",
            NetworkNamespaces.Side.hub.address, "--token-file", token,
          ], by: networks.command(.hub))
        let roster = try ChildProgram.url(of: "roster").path(percentEncoded: false)
        func synchronize(_ name: String) throws -> Process {
          let process = Process()
          process.executableURL = URL(filePath: "/usr/bin/env")
          process.arguments =
            networks.command(.devices) + [
              roster, "sync", folder.path(of: "\(name).sqlite"), hub.url, "--list", "notes",
              "--create", "--token-file", token,
            ]
          process.standardOutput = FileHandle.nullDevice
          process.standardError = FileHandle.nullDevice
          try process.start()
          return process
        }
        func status(_ process: Process) -> Int32 {
          process.waitUntilExit()
          return process.terminationStatus
        }

        let list = try JSONList.file(folder.path(of: "one.sqlite"))
        try list.applySynchronously(.section("a", "b", "c", "d"))
        await list.close()
        #expect(try status(synchronize("one")) == 0)
        #expect(try status(synchronize("two")) == 0)
        var editors = ["one", "two"].enumerated().map { number, name in
          (name: name, editor: RandomEditor(name: name, seed: UInt64(number)))
        }
        for round in 0..<6 {
          for index in editors.indices {
            let list = try JSONList.file(folder.path(of: "\(editors[index].name).sqlite"))
            for _ in 0..<10 { _ = try editors[index].editor.edit(list) }
            await list.close()
          }
          let side = NetworkNamespaces.Side.allCases[round % 2]
          if round < 4 { try networks.cut(from: side) }
          let processes = try editors.map { try synchronize($0.name) }
          try await Self.wait(300)
          if round >= 4 { try networks.cut(from: side) }
          try await Self.wait(300)
          try networks.mend(from: side)
          // Changes of what the other one has removed are refused.
          for process in processes { #expect([0, 1, 3].contains(status(process))) }
        }
        for name in ["one", "two", "one", "last"] {
          #expect([0, 1].contains(try status(synchronize(name))))
        }
        let last = try JSONList.file(folder.path(of: "last.sqlite"))
        let ids = try last.ids
        let inserted = editors.reduce(into: Set(["a", "b", "c", "d"])) {
          $0.formUnion($1.editor.inserted)
        }
        let removed = editors.reduce(into: Set<String>()) { $0.formUnion($1.editor.removed) }
        #expect(ids.count == Set(ids).count)
        #expect(Set(ids) == inserted.subtracting(removed))
        for name in ["one", "two", "hub"] {
          let list = try JSONList.file(folder.path(of: "\(name).sqlite"))
          #expect(try list.fingerprint == last.fingerprint)
          await list.close()
        }
        await last.close()
        #expect(hub.interrupt() == 0)
      }
    #endif
  }

  #if os(Linux)
    /// A disk of a few megabytes in memory. It needs root.
    private final class SmallDisk: Sendable {
      let path: String

      struct Failure: Error {}

      init(at path: String, megabytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path)
      }

      deinit { try? Self.run("umount", "--lazy", path) }

      private var filler: String { "\(path)/filler" }

      func fill() throws {
        try Self.run("sh", "-c", "cat /dev/zero >'\(filler)' 2>/dev/null || true")
      }

      func empty() throws { try FileManager.default.removeItem(atPath: filler) }

      private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        try process.start()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
      }
    }
  #endif
#endif
