#if Postgres
  internal import Foundation
  internal import RosterCore

  /// Tells other processes which lists this one has changed.
  ///
  /// A transaction that notifies waits for all others of the database that do. So a commit notifies
  /// in no transaction of its own: a thread does it for all commits since the last time, on a
  /// connection that waits for no disk. What is lost with it, the listeners find by asking.
  ///
  /// Unchecked because of its variables, which the lock guards.
  final class PostgresNotifier: @unchecked Sendable {
    /// The time between two notifications, in milliseconds.
    private static let interval = 2

    private let configuration: PostgresConfiguration
    private let queue = DispatchQueue(label: "roster.postgres.notify", qos: .userInitiated)
    private let lock = NSLock()
    /// The lists that were changed since the last notification.
    private var changed: Set<Int> = []
    private var isScheduled = false
    private var isClosed = false
    /// Only the queue uses it.
    private var connection: PostgresConnection?

    init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

    /// Notes that a list was changed.
    func note(_ list: Int) {
      let isFirst = lock.withLock {
        if isClosed { return false }
        changed.insert(list)
        defer { isScheduled = true }
        return !isScheduled
      }
      if isFirst { queue.async { [weak self] in self?.send() } }
    }

    func close() {
      lock.withLock { isClosed = true }
      queue.async { [self] in connection = nil }
    }

    /// Sends what was noted, then waits a little for more.
    private func send() {
      let lists = lock.withLock {
        defer { changed = [] }
        return changed
      }
      // A server that cannot be reached is told nothing; the next commit tries again.
      if !lists.isEmpty { try? send(PostgresNotice(schema: configuration.schema, lists: lists)) }
      queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { [weak self] in
        guard let self else { return }
        let isMore = lock.withLock {
          isScheduled = !changed.isEmpty
          return isScheduled
        }
        if isMore { send() }
      }
    }

    private func send(_ notice: PostgresNotice) throws {
      if connection?.isAlive() != true {
        connection = nil
        let new = try PostgresConnection(configuration)
        try new.run("SET synchronous_commit = off")
        connection = new
      }
      var batch = PostgresBatch()
      batch.add("SELECT pg_notify($1, $2)") {
        $0.add(PostgresNotice.channel)
        $0.add(notice.text)
      }
      _ = try connection?.run(batch)
    }
  }
#endif
