internal import RosterConcurrency
internal import RosterEngine

/// The effects that run.
///
/// The lock guards the tasks; a task takes itself out when it ends.
final class EffectTasks<Message: Sendable>: Sendable {
  /// Takes a message of the effect with a number.
  typealias Take = @Sendable (Message, Int) async -> Void

  private struct Running {
    /// The tasks by number; `nil` for one that is about to be known.
    var tasks: [Int: Task<Void, Never>?] = [:]
    var named: [String: Int] = [:]
    /// Those that are not cancelled.
    var active: Set<Int> = []
    var lastNumber = 0
    var isClosed = false
  }

  private let running = Guarded(Running())

  /// Starts or cancels effects, in order.
  func start(_ effects: [Effect<Message>], _ take: @escaping Take) {
    for effect in effects {
      switch effect.kind {
      case .run(let name, let work): run(name, work, take)
      case .cancel(let name): cancel(name)
      }
    }
  }

  private func run(
    _ name: String?, _ work: @escaping @Sendable (Effect<Message>.Send) async -> Void,
    _ take: @escaping Take
  ) {
    if let name { cancel(name) }
    let number: Int? = running.withLock { running in
      guard !running.isClosed else { return nil }
      running.lastNumber += 1
      running.tasks[running.lastNumber] = .some(nil)
      running.active.insert(running.lastNumber)
      if let name { running.named[name] = running.lastNumber }
      return running.lastNumber
    }
    guard let number else { return }
    let task = Task {
      await work { message in
        if self.isActive(number) { await take(message, number) }
      }
      self.ended(number, name)
    }
    running.withLock { running in
      // It may have ended, or been cancelled, before its task was known.
      if running.tasks[number] != nil { running.tasks[number] = task }
      if !running.active.contains(number) { task.cancel() }
    }
  }

  /// Whether messages of an effect are taken: it has not ended, and is not cancelled.
  func isActive(_ number: Int) -> Bool { running.withLock { $0.active.contains(number) } }

  private func ended(_ number: Int, _ name: String?) {
    running.withLock { running in
      running.tasks[number] = nil
      running.active.remove(number)
      if let name, running.named[name] == number { running.named[name] = nil }
    }
  }

  private func cancel(_ name: String) {
    let task = running.withLock { running -> Task<Void, Never>? in
      guard let number = running.named.removeValue(forKey: name) else { return nil }
      running.active.remove(number)
      return running.tasks[number] ?? nil
    }
    task?.cancel()
  }

  /// Cancels all effects, and starts no more.
  func cancelAll() {
    let tasks = running.withLock { running in
      running.isClosed = true
      running.active = []
      return running.tasks.values.compactMap { $0 }
    }
    for task in tasks { task.cancel() }
  }

  /// Cancels all effects, and waits for their ends.
  func close() async {
    cancelAll()
    await idle()
  }

  /// Waits until no effect runs.
  func idle() async {
    while let task = running.withLock({ $0.tasks.values.first }) {
      if let task { await task.value } else { await Task.yield() }
    }
  }

  var isIdle: Bool { running.withLock { $0.tasks.isEmpty } }
}
