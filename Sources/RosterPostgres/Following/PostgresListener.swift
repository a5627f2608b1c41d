#if Postgres
  internal import Foundation
  internal import RosterCore
  internal import RosterRows

  /// Calls handlers when lists of a store were changed.
  ///
  /// One thread listens for all lists of the store, as long as any is watched. Now and then it also
  /// asks for the revisions of these lists, which finds what a lost notification would hide. If the
  /// connection is lost, it makes a new one, after longer and longer waits, and then calls all
  /// handlers.
  ///
  /// Unchecked because of its variables, which the lock guards.
  final class PostgresListener: @unchecked Sendable {
    private let configuration: PostgresConfiguration
    private let lock = NSLock()
    private var watches: [Int: [ObjectIdentifier: WeakWatch]] = [:]
    /// Whether a thread is listening.
    private var isRunning = false
    private var isClosed = false

    private struct WeakWatch {
      weak var watch: PostgresWatch?
    }

    init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

    /// Calls a handler after changes of a list, on the listening thread.
    func watch(_ list: Int, _ handler: @escaping @Sendable () -> Void) -> PostgresWatch {
      let watch = PostgresWatch(self, list, handler)
      let isFirst = lock.withLock {
        watches[list, default: [:]][ObjectIdentifier(watch)] = WeakWatch(watch: watch)
        if isRunning || isClosed { return false }
        isRunning = true
        return true
      }
      if isFirst {
        let thread = Thread { self.listen() }
        thread.name = "roster.postgres.listen"
        thread.start()
      }
      return watch
    }

    func remove(_ watch: PostgresWatch) {
      lock.withLock {
        watches[watch.list]?[ObjectIdentifier(watch)] = nil
        if watches[watch.list]?.isEmpty == true { watches[watch.list] = nil }
      }
    }

    /// Ends the thread within one interval of asking.
    func close() { lock.withLock { isClosed = true } }

    // MARK: Listening

    /// Whether a list is still watched. If none is, the thread must end.
    private func goesOn() -> Bool {
      lock.withLock {
        isRunning = !isClosed && !watches.isEmpty
        return isRunning
      }
    }

    private func listen() {
      var backoff = Backoff()
      while goesOn() {
        // The store sets up no session here: the thread only listens and reads revisions.
        do {
          let connection = try PostgresConnection(configuration)
          try connection.run("SET default_transaction_read_only = on")
          let isTold = try isTold(connection)
          // What happened without a connection is not known.
          call(nil)
          backoff.reset()
          try follow(connection, isTold: isTold)
        } catch {
          backoff.wait { goesOn() }
        }
      }
    }

    /// Asks for notifications.
    ///
    /// - Returns: Whether they come. A replica gives none until it is promoted: there, only asking
    ///   finds what has changed.
    private func isTold(_ connection: PostgresConnection) throws -> Bool {
      do {
        try connection.run("LISTEN \(PostgresNotice.channel)")
        return true
      } catch let failure as PostgresFailure where failure.state == "25006" {
        return false
      }
    }

    /// Listens until no list is watched.
    ///
    /// - Throws: If the connection is lost.
    private func follow(_ connection: PostgresConnection, isTold: Bool) throws {
      var isTold = isTold
      var revisions: [Int: Int] = [:]
      var nextLook = ContinuousClock.now
      while goesOn() {
        let notices = try connection.notifications(until: nextLook)
          .compactMap(PostgresNotice.init).filter { $0.schema == configuration.schema }
        if notices.contains(where: \.lists.isEmpty) {
          call(nil)
        } else if !notices.isEmpty {
          call(notices.reduce(into: []) { $0.formUnion($1.lists) })
        }
        if ContinuousClock.now >= nextLook {
          if !isTold { isTold = try self.isTold(connection) }
          let lists = lock.withLock { Array(watches.keys) }
          let current = try self.revisions(of: lists, connection)
          call(Set(lists.filter { current[$0] == nil || current[$0] != revisions[$0] }))
          revisions = current
          nextLook = .now + .seconds(configuration.followInterval)
        }
      }
    }

    /// Reads the revisions of lists.
    ///
    /// - Returns: Those of the lists that are there with their last revision. Why one is not, its own
    ///   next reading tells.
    private func revisions(
      of lists: [Int], _ connection: PostgresConnection
    ) throws -> [Int: Int] {
      var batch = PostgresBatch()
      let schema = PostgresStore.identifier(configuration.schema)
      batch.add(
        """
        SELECT id, revision FROM \(schema).list AS list
        WHERE id = ANY ($1::bigint[]) AND (
          revision = 0 OR EXISTS (
            SELECT 1 FROM \(schema).journal
            WHERE journal.id = (list.id << \(RowKey.numberBits)) + list.revision
          )
        )
        """
      ) {
        $0.add(lists)
      }
      var revisions: [Int: Int] = [:]
      do {
        for result in try connection.run(batch) {
          result.forEachRow { revisions[$0.integer(0)] = $0.integer(1) }
        }
      } catch let failure as PostgresFailure where failure.isOfSchema {
        return [:]
      }
      return revisions
    }

    /// - Parameter lists: The lists whose handlers are called; `nil` for all.
    private func call(_ lists: Set<Int>?) {
      let called = lock.withLock {
        watches.filter { lists?.contains($0.key) ?? true }.values
          .flatMap { $0.values.compactMap(\.watch) }
      }
      for watch in called { watch.call() }
    }
  }

  /// A registration for changes of a list.
  ///
  /// Unchecked because of its variable, which the lock guards.
  final class PostgresWatch: StorageWatch, @unchecked Sendable {
    let list: Int
    private let listener: PostgresListener
    private let lock = NSLock()
    private var handler: (@Sendable () -> Void)?

    fileprivate init(
      _ listener: PostgresListener, _ list: Int, _ handler: @escaping @Sendable () -> Void
    ) {
      self.listener = listener
      self.list = list
      self.handler = handler
    }

    deinit { cancel() }

    func cancel() {
      lock.withLock { handler = nil }
      listener.remove(self)
    }

    fileprivate func call() { lock.withLock { handler }?() }
  }

  /// Waits before a connection is made anew: twice as long each time.
  private struct Backoff {
    private static let least = 0.05
    private static let most = 5.0
    private var seconds = least

    mutating func reset() { seconds = Self.least }

    /// - Parameter goesOn: Returns whether the wait still has a reason.
    mutating func wait(_ goesOn: () -> Bool) {
      let end = ContinuousClock.now + .seconds(seconds)
      seconds = min(2 * seconds, Self.most)
      while ContinuousClock.now < end, goesOn() { Thread.sleep(forTimeInterval: 0.02) }
    }
  }
#endif
