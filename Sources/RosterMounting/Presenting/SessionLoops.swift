public import RosterEngine

/// The loops of a program that shows a list to a user. They run beside each other, until the user leaves or
/// the file fails.
///
///     let loops = SessionLoops { screen.end() }
///     loops.begin { try await presenter.run() }
///     loops.begin {
///       for await message in messages { await loops.attempt { try await answer(message) } }
///     }
///     while let event = await screen.nextEvent(), event != .quit {
///       await loops.attempt { try await handle(event) }
///       draw(loops.notice)
///     }
///     screen.end()
///     await list.close()
///     try await loops.finish()
///
/// What the list refuses is no failure: it becomes the ``notice``, and the session goes on. After any other
/// error nothing more can be shown or stored, so the session ends.
@MainActor
public final class SessionLoops {
  /// What the user is told; `nil` for nothing. The program may tell more than refusals, and takes back what
  /// the user has seen.
  public var notice: String?
  /// Called when a refusal arrives that no call of ``attempt(_:)`` waits for.
  public var onRefusal: (() -> Void)?
  /// Why the session cannot go on; `nil` if it can.
  private var failure: (any Error)?
  private let onFailure: @MainActor () -> Void
  private var loops: [Task<Void, Never>] = []

  /// Makes a session without loops.
  ///
  /// - Parameter onFailure: Ends what the user works with; called once, at the first failure.
  public init(onFailure: @escaping @MainActor () -> Void) { self.onFailure = onFailure }

  /// Begins a loop, which ends by itself when the list is closed, or with an error.
  public func begin(_ loop: @escaping @MainActor () async throws -> Void) {
    loops.append(Task { await attempt(loop) })
  }

  /// Does something. A refusal becomes the notice; any other error ends the session.
  public func attempt(_ work: @MainActor () async throws -> Void) async {
    do {
      try await work()
    } catch {
      take(error)
    }
  }

  /// Takes a refusal from any thread, as ``PresenterConfiguration/onRefusal`` has them.
  public nonisolated func refused(_ error: DataSourceError) {
    Task { @MainActor in
      take(error)
      onRefusal?()
    }
  }

  /// Waits for all loops. Those that follow the list end when it is closed.
  ///
  /// - Throws: The first failure.
  public func finish() async throws {
    for loop in loops { await loop.value }
    loops = []
    if let failure { throw failure }
  }

  /// Takes an error: a refusal becomes the notice; any other one ends the session, except for the
  /// cancellation of a loop that is not needed any more.
  public func take(_ error: any Error) {
    if error is CancellationError { return }
    if let refusal = error as? DataSourceError, !refusal.isStorageFailure {
      notice = refusal.description
    } else if failure == nil {
      failure = error
      onFailure()
    }
  }
}
