#if Postgres
  import Foundation
  import RosterCore
  import RosterEngine
  import RosterStore
  import RosterTestKit
  import RosterTestSupport
  import Testing

  @testable import RosterPostgres

  /// Servers with a replica that follows them asynchronously, and servers that stand still.
  @Suite(
    "Failover to a replica", .serialized,
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
  struct FailoverTests {
    private typealias TextList = ListDataSource<String, String, Never>

    private func dataSource(_ store: PostgresStore) throws -> TextList {
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      return try TextList(
        storage: #require(try store.list(named: "main")), codec: TextCodec(),
        sectionCodec: TextCodec(), configuration: configuration)
    }

    /// Opens the replica for reading.
    private func replica(of server: PostgresServer) throws -> PostgresStore {
      var configuration = PostgresConfiguration(try server.startReplica())
      configuration.isReadOnly = true
      configuration.followInterval = 0.02
      return try PostgresStore(configuration)
    }

    /// Opens whichever of a server and its replica takes writes.
    private func pair(_ server: PostgresServer) throws -> PostgresStore {
      let folder = try #require(server.connection.split(separator: " ").first).dropFirst(5)
      var configuration = PostgresConfiguration(
        "host=\(folder),\(folder) port=5432,5433 dbname=postgres user=roster "
          + "target_session_attrs=read-write")
      configuration.followInterval = 0.02
      return try PostgresStore(configuration)
    }

    /// Ends the replication, as a broken network does: what is committed later, the replica lacks.
    private func separate(_ replica: PostgresStore) throws {
      func run(_ sql: String) throws { try replica.perform { try $0.run(sql) } }
      try run("ALTER SYSTEM SET primary_conninfo = ''")
      try run("SELECT pg_reload_conf()")
      while try number("SELECT count(*) FROM pg_stat_wal_receiver", replica) != 0 {}
    }

    private func number(_ sql: String, _ store: PostgresStore) throws -> Int? {
      try store.read(.reading { $0.add(sql) }) { results in
        var number: Int?
        results[1].forEachRow { number = $0.integer(0) }
        return number
      }
    }

    @Test func aReplicaFollowsAndWaitsForARevision() async throws {
      let server = try PostgresServer()
      let writer = try dataSource(PostgresStore(PostgresConfiguration(server.connection)))
      try await writer.apply(newSection([]))
      let reader = try dataSource(replica(of: server))
      for number in 1...20 {
        let revision = try await writer.apply(insertion("\(number)")).target.revision
        let snapshot = try await reader.snapshot(reaching: revision)
        #expect(snapshot.revision >= revision)
        #expect(try snapshot.models(inSection: 0).first == "\(number)")
      }
      await #expect(throws: (any Error).self) { try await reader.apply(insertion("not here")) }
      await reader.close()
      await writer.close()
    }

    @Test func whoWaitsForARevisionThatDoesNotComeEndsWithTheList() async throws {
      let reader = try dataSource(PostgresStore(PostgresConfiguration(server.connection)))
      let waiting = Task { try await reader.snapshot(reaching: 1_000) }
      await reader.close()
      await #expect(throws: DataSourceError.self) { try await waiting.value }
    }

    private var server: PostgresServer { get throws { try #require(PostgresServer.shared) } }

    /// The promoted replica gets other revisions with the numbers of those that it lacks.
    @Test(arguments: [false, true])
    func aPromotedReplicaWithoutTheLastCommitsIsNoticed(isWrittenByOthers: Bool) async throws {
      let server = try PostgresServer()
      let list = try dataSource(pair(server))
      try await list.apply(newSection([]))
      let replica = try replica(of: server)
      let follower = try dataSource(replica)
      try await list.apply(insertion("replicated"))
      _ = try await follower.snapshot(reaching: 2)
      await follower.close()
      try separate(replica)
      var shown: [Revision: [String]] = [:]
      for model in ["lost", "lost too"] {
        let target = try await list.apply(insertion(model)).target
        shown[target.revision] = try target.models(inSection: 0)
      }
      try server.kill()
      try server.promoteReplica()
      if isWrittenByOthers {
        let other = try dataSource(pair(server))
        #expect(other.snapshot.revision == 2)
        for model in ["x", "y", "z"] { try await other.apply(insertion(model)) }
        await other.close()
      }
      // The first calls may meet the connections that were lost.
      var codes: [StorageError.Code] = []
      while codes.last != .replaced, codes.count < 50 {
        do {
          try await list.apply(insertion("after"))
          Issue.record("the list went on from a revision that the server does not have")
          break
        } catch DataSourceError.storage(let error) {
          codes.append(error.code)
        } catch DataSourceError.suspended(let suspension) {
          codes.append(suspension.cause.code)
          list.resume(after: suspension)
        }
      }
      #expect(codes.last == .replaced, "\(codes)")
      #expect(list.snapshot.revision == 4)
      #expect(try await list.snapshot(reaching: 4).models(inSection: 0) == shown[4])
      await list.close()
      let reopened = try dataSource(pair(server))
      let models = try reopened.snapshot.models(inSection: 0)
      #expect(models == (isWrittenByOthers ? ["z", "y", "x", "replicated"] : ["replicated"]))
      let revision = reopened.snapshot.revision
      #expect(try await reopened.apply(insertion("after")).target.revision == revision + 1)
      await reopened.close()
    }

    /// A list that only reads notices too, and its subscribers get the error.
    @Test func aReaderOfAPromotedReplicaGetsNoOtherBatchForARevision() async throws {
      let server = try PostgresServer()
      let writer = try dataSource(pair(server))
      try await writer.apply(newSection([]))
      let replica = try replica(of: server)
      let reader = try dataSource(pair(server))
      let follower = try dataSource(replica)
      _ = try await follower.snapshot(reaching: 1)
      await follower.close()
      try separate(replica)
      try await writer.apply(insertion("lost"))
      #expect(try await reader.snapshot(reaching: 2).models(inSection: 0) == ["lost"])
      let batches = try reader.batches()
      try server.kill()
      try server.promoteReplica()
      await writer.close()
      let other = try dataSource(pair(server))
      for model in ["x", "y"] { try await other.apply(insertion(model)) }
      let error = await #expect(throws: (any Error).self) {
        while let batch = try await batches.next() {
          Issue.record("revision \(batch.target.revision) is of another history")
        }
        throw DataSourceError.closed
      }
      #expect("\(try #require(error))".contains("is no longer there"))
      #expect(try reader.snapshot.models(inSection: 0) == ["lost"])
      await reader.close()
      await other.close()
    }

    @Test func aServerThatStandsStillIsWaitedForOnlySoLong() throws {
      let server = try PostgresServer()
      let store = try open(server) { configuration in
        configuration.answerTimeout = 0.5
        configuration.connectTimeout = 0.5
      }
      let list = try #require(try store.list(named: "main"))
      let state = try list.commit(newSection(["a"]), on: list.load())
      try server.pause()
      #expect(storageErrorCode { _ = try list.commit(insertion("b"), on: state) } == .failed)
      // What became of the commit cannot be asked.
      #expect(storageErrorCode { _ = try list.load() } == .unreadable)
      try server.resume()
      let reloaded = try list.load()
      let next = try list.commit(insertion("c"), on: reloaded)
      let origins = try list.journal(after: 0, limit: .max).map(\.revision)
      #expect(origins == Array(1...next.revision))
      let items = try list.rows(of: next).sections[0].items
      #expect(items == (reloaded.revision == 2 ? ["c", "b", "a"] : ["c", "a"]))
    }
  }
#endif
