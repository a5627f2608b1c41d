internal import Dispatch
internal import Foundation
package import RosterCore

/// Lets nothing read or write a database while its application is suspended.
///
/// Unchecked because of the variables, which the condition guards.
final class SuspensionGate: @unchecked Sendable {
  private struct Registered {
    weak var work: (any SuspendableWork)?
  }

  private let condition = NSCondition()
  /// Held while the application is being suspended or resumed.
  private let transition = NSLock()
  private var works: [Registered] = []
  private var observers: [AnyObject] = []
  private var isSuspending = false
  private var isClosed = false
  private var accessCount = 0

  /// Whether the application is suspended, or about to be.
  var isSuspended: Bool { condition.withLock { isSuspending } }

  /// Has work stand still while the application is suspended. It is not kept.
  func register(_ work: any SuspendableWork) {
    condition.withLock {
      works.removeAll { $0.work == nil }
      works.append(Registered(work: work))
      // Under the lock, so that it is not resumed before.
      if isSuspending { work.suspend {} }
    }
  }

  /// Keeps what suspends and resumes the store for as long as there is the store.
  func keep(_ observer: AnyObject) { condition.withLock { observers.append(observer) } }

  /// Notes that something begins to read or write.
  ///
  /// - Returns: Whether it may.
  func enter() -> Bool {
    condition.withLock {
      if !isClosed { accessCount += 1 }
      return !isClosed
    }
  }

  /// Notes that it has ended.
  func leave() {
    condition.withLock {
      accessCount -= 1
      // Nothing waits for it otherwise, and each read comes here.
      if isClosed { condition.broadcast() }
    }
  }

  /// Lets all registered work come to a standstill, then lets nothing in, and waits for what is in.
  ///
  /// - Parameter interrupt: Ends statements that take long.
  func suspend(interrupt: () -> Void) {
    transition.withLock {
      let works: [any SuspendableWork]? = condition.withLock {
        if isSuspending { return nil }
        isSuspending = true
        return self.works.compactMap(\.work)
      }
      guard let works else { return }
      let standing = DispatchGroup()
      for work in works {
        standing.enter()
        work.suspend { standing.leave() }
      }
      standing.wait()
      condition.lock()
      defer { condition.unlock() }
      isClosed = true
      while accessCount > 0 {
        if condition.wait(until: Date(timeIntervalSinceNow: 0.005)) { continue }
        condition.unlock()
        interrupt()
        condition.lock()
      }
    }
  }

  func resume() {
    transition.withLock {
      let works: [any SuspendableWork] = condition.withLock {
        guard isSuspending else { return [] }
        (isSuspending, isClosed) = (false, false)
        return self.works.compactMap(\.work)
      }
      for work in works { work.resume() }
    }
  }
}

extension SQLiteStore {
  // MARK: Suspending

  /// Stands still, because the application will be suspended: a system may end an application that holds a lock of a
  /// file in a shared container meanwhile (`0xdead10cc` on Apple's).
  ///
  ///     store.suspend()  // applicationDidEnterBackground
  ///     store.resume()  // applicationWillEnterForeground
  ///
  /// When it returns, nothing is read or written, no lock is held by which another process would wait, and no timer or
  /// change of a file begins anything. What waits in the queues of lists stays there, and so does what comes to them.
  /// What cannot wait fails with `busy`, with nothing changed: reading, synchronous changes, opening.
  ///
  /// It waits for the changes that are being made; one that waits for a lock of another process fails with `busy`. Do not call it in the closure of a change, and call it on the thread on
  /// which synchronous changes are made, if there are any.
  ///
  /// The connections stay open. As all connections in write-ahead mode, they keep shared locks of the file and of the
  /// index of its log, for which no other process waits.
  public func suspend() {
    gate.suspend {
      readers.interrupt()
      if !isGuest { pool.interrupt() }
    }
    // A system ends applications in the background by their memory.
    releaseMemory()
  }

  /// Goes on after ``suspend()``: what waits is carried out, and what other processes have done is followed.
  public func resume() { gate.resume() }

  package func register(_ work: any SuspendableWork) { gate.register(work) }

  /// Keeps what suspends and resumes this store for as long as there is the store.
  package func keep(_ observer: AnyObject) { gate.keep(observer) }

  package var suspension: StorageError? { gate.isSuspended ? isSuspended : nil }

  private var isSuspended: StorageError {
    StorageError(
      .busy,
      "\(path): the application is suspended; nothing was read or changed. Try again after resume()"
    )
  }

  /// Calls a closure that reads or writes, unless the application is suspended.
  func accessing<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
    guard gate.enter() else { throw isSuspended }
    defer { gate.leave() }
    return try body()
  }
}
