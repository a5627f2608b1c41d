#if Postgres
  internal import Foundation
  internal import RosterCore

  /// Writes insertions of all lists of a store, those that wait in one transaction.
  ///
  /// A thread that has an insertion writes it with all others that wait. Meanwhile more arrive, and go
  /// together next: the more writers there are, the less each transaction costs one of them. What
  /// another writer has changed first, or what is damaged, keeps no other list from being written.
  ///
  /// A thread is woken once: when its insertion has an outcome, or when it is to write what waits. To
  /// wake all for every outcome would cost many writers more than it tells them.
  ///
  /// Unchecked because of its variables, which the lock guards.
  final class PostgresAppender: @unchecked Sendable {
    /// The number of transactions at once. Usually there is one: two have half of the insertions each,
    /// which costs more than they gain. Another one begins if the first takes long, since that may wait
    /// for a list that another process holds.
    private static let transactionCountMax = 2
    /// How long the transaction that is under way is waited for, in seconds, before another one begins.
    private static let patience = 0.05
    /// The number of items from which no more lists join a transaction.
    private static let itemCountMax = 256
    /// How long a transaction waits for more, in seconds, if the one before had more: its writers are
    /// about to come again. A writer that is alone never waits.
    private static let gatheringTime = 0.000_1

    private let pool: PostgresPool
    private let lock = NSCondition()
    /// The insertions that are in no transaction yet, the first one first; empty unless one is under
    /// way.
    private var waiting: [Request] = []
    private var transactionCount = 0
    /// The number of insertions in the transaction that began last.
    private var formerCount = 0

    init(_ pool: PostgresPool) { self.pool = pool }

    /// Waits until so many insertions wait for others to be written.
    ///
    /// - Returns: Whether they do, before the time has come.
    func waits(for count: Int, until limit: Date) -> Bool {
      lock.withLock {
        while waiting.count != count { if !lock.wait(until: limit) { return false } }
        return true
      }
    }

    /// What became of an insertion.
    private enum Outcome {
      /// The list was where its writer knows it, and the insertion is durable.
      case written
      /// The list was not, and is as it was.
      case stale
      /// Nothing happened, perhaps because of another list.
      case refused
      /// Either nothing happened, because of this list, or what happened is not known.
      case failed(any Error)
    }

    /// An insertion, and what its thread is woken for.
    private final class Request {
      let insertion: PostgresInsertion
      let wake = DispatchSemaphore(value: 0)
      /// What became of it; `nil` if its thread writes it. Another thread sets it before it signals.
      var outcome: Outcome?

      init(_ insertion: PostgresInsertion) { self.insertion = insertion }
    }

    /// Writes an insertion.
    ///
    /// - Returns: Whether it is written; if not, the list is not where its writer knows it.
    func append(_ insertion: PostgresInsertion) throws -> Bool {
      switch outcome(of: Request(insertion)) {
      case .written: return true
      case .stale: return false
      case .refused: return try write([insertion]).contains(insertion.list)
      case .failed(let error): throw error
      }
    }

    private func outcome(of request: Request) -> Outcome {
      var writes = lock.withLock {
        guard transactionCount == 0 else {
          waiting.append(request)
          lock.broadcast()
          return false
        }
        transactionCount = 1
        return true
      }
      while !writes, request.wake.wait(timeout: .now() + Self.patience) == .timedOut {
        writes = lock.withLock { beginsBeside(request) }
      }
      return request.outcome ?? writeTransaction(of: request)
    }

    /// Whether an insertion that still waits begins a transaction beside the one that takes long.
    private func beginsBeside(_ request: Request) -> Bool {
      guard transactionCount < Self.transactionCountMax,
        let index = waiting.firstIndex(where: { $0 === request })
      else { return false }
      waiting.remove(at: index)
      transactionCount += 1
      return true
    }

    private func writeTransaction(of request: Request) -> Outcome {
      if lock.withLock({ waiting.count + 1 < formerCount }) {
        Thread.sleep(forTimeInterval: Self.gatheringTime)
      }
      let requests = lock.withLock { take(with: request) }
      let end = DispatchTime.now() + Self.patience
      let outcomes = outcomes(of: requests)
      // The server goes on before the others do.
      beginNext(afterLong: DispatchTime.now() > end)
      var own = Outcome.refused
      for (other, outcome) in zip(requests, outcomes) {
        if other === request {
          own = outcome
        } else {
          other.outcome = outcome
          other.wake.signal()
        }
      }
      return own
    }

    /// Lets the thread that has waited longest write what waits, in the place of this one.
    ///
    /// - Parameter isLong: Whether the transaction took so long that another one began beside it, which
    ///   then goes on alone.
    private func beginNext(afterLong isLong: Bool) {
      let next = lock.withLock { () -> Request? in
        if waiting.isEmpty || isLong && transactionCount > 1 {
          transactionCount -= 1
          return nil
        }
        return waiting.removeFirst()
      }
      next?.wake.signal()
    }

    /// Takes what is written together with an insertion, in the order of the lists: the first ones that
    /// wait, but only one of each list.
    private func take(with request: Request) -> [Request] {
      guard !waiting.isEmpty else {
        formerCount = 1
        return [request]
      }
      var taken = [request.insertion.list: request]
      var left: [Request] = []
      var itemCount = request.insertion.itemCount
      for request in waiting {
        if taken[request.insertion.list] == nil, itemCount < Self.itemCountMax {
          taken[request.insertion.list] = request
          itemCount += request.insertion.itemCount
        } else {
          left.append(request)
        }
      }
      waiting = left
      formerCount = taken.count
      return taken.values.sorted { $0.insertion.list < $1.insertion.list }
    }

    private func outcomes(of requests: [Request]) -> [Outcome] {
      do {
        let written = try write(requests.map(\.insertion))
        return requests.map { written.contains($0.insertion.list) ? .written : .stale }
      } catch {
        let mayBeStored = (error as? PostgresFailure)?.mayBeStored ?? false
        // What is alone would be refused again.
        let outcome: Outcome =
          mayBeStored || requests.count == 1 ? .failed(error) : .refused
        return requests.map { _ in outcome }
      }
    }

    /// - Returns: The lists that were where their writers know them.
    private func write(_ insertions: [PostgresInsertion]) throws -> Set<Int> {
      try pool.withConnection { try PostgresInsertion.write(insertions, to: $0) }
    }
  }
#endif
