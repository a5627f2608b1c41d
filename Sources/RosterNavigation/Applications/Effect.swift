/// Work that an application starts when it has processed a message, and that may send messages
/// later: a request, a timer, a picture to decode.
///
///     return [.run("search") { send in await send(.found(server.search(text))) }]
///
/// An effect starts after the change of its message is durable. It is not in the file: a process
/// that is killed leaves its effects behind. An application that is to begin them again says so
/// when it starts, out of its state.
public struct Effect<Message: Sendable>: Sendable {
  /// Sends a message, and returns when it is processed. Does nothing after the effect has ended or
  /// was cancelled, and after the application has ended.
  public typealias Send = @Sendable (Message) async -> Void

  enum Kind: Sendable {
    case run(String?, @Sendable (Send) async -> Void)
    case cancel(String)
  }

  let kind: Kind

  /// Runs some work as a task.
  ///
  /// - Parameters:
  ///   - name: A name to cancel it by. Work that runs under the same name is cancelled.
  ///   - work: The work, which ends soon when its task is cancelled.
  public static func run(
    _ name: String? = nil, _ work: @escaping @Sendable (Send) async -> Void
  ) -> Effect {
    Effect(kind: .run(name, work))
  }

  /// Cancels the work that runs under a name, if there is any. Messages that it sends afterwards
  /// are left out.
  public static func cancel(_ name: String) -> Effect { Effect(kind: .cancel(name)) }
}
