internal import Dispatch
internal import RosterConcurrency
package import RosterCore

/// Lets nothing read or write a database while its application is suspended.
final class SuspensionGate: Sendable {
  private struct Registered {
    weak var work: (any SuspendableWork)?
  }

  private struct State {
    var works: [Registered] = []
    var observers: [AnyObject] = []
    var isSuspending = false
    var isClosed = false
    var accessCount = 0
  }

  private let state = Guarded(State())
  /// Held while the application is being suspended or resumed.
  private let transition = Guarded(())
  /// Signalled when nothing reads or writes any more in a closed gate.
  private let standstill = DispatchSemaphore(value: 0)

  /// Whether the application is suspended, or about to be.
  var isSuspended: Bool { state.withLock { $0.isSuspending } }

  /// Has work stand still while the application is suspended. It is not kept.
  func register(_ work: any SuspendableWork) {
    state.withLock { state in
      state.works.removeAll { $0.work == nil }
      state.works.append(Registered(work: work))
      // Under the lock, so that it is not resumed before.
      if state.isSuspending { work.suspend {} }
    }
  }

  /// Keeps what suspends and resumes the store for as long as there is the store.
  func keep(_ observer: AnyObject) { state.withLock { $0.observers.append(observer) } }

  /// Notes that something begins to read or write.
  ///
  /// - Returns: Whether it may.
  func enter() -> Bool {
    state.withLock { state in
      if !state.isClosed { state.accessCount += 1 }
      return !state.isClosed
    }
  }

  /// Notes that it has ended.
  func leave() {
    let isLast = state.withLock { state in
      state.accessCount -= 1
      return state.isClosed && state.accessCount == 0
    }
    if isLast { standstill.signal() }
  }

  /// Lets all registered work come to a standstill, then lets nothing in, and waits for what is in.
  ///
  /// - Parameter interrupt: Ends statements that take long.
  func suspend(interrupt: () -> Void) {
    transition.withLock { _ in
      let works: [any SuspendableWork]? = state.withLock { state in
        if state.isSuspending { return nil }
        state.isSuspending = true
        return state.works.compactMap(\.work)
      }
      guard let works else { return }
      let standing = DispatchGroup()
      for work in works {
        standing.enter()
        work.suspend { standing.leave() }
      }
      standing.wait()
      let isStill = state.withLock { state in
        state.isClosed = true
        return state.accessCount == 0
      }
      if isStill { return }
      while standstill.wait(timeout: .now() + .milliseconds(5)) == .timedOut { interrupt() }
    }
  }

  func resume() {
    transition.withLock { _ in
      let works: [any SuspendableWork] = state.withLock { state in
        guard state.isSuspending else { return [] }
        (state.isSuspending, state.isClosed) = (false, false)
        return state.works.compactMap(\.work)
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
