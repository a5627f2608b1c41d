/// How a modification is processed.
enum ModificationMode: Hashable, Sendable {
  /// On the thread of its caller, which waits for it.
  case synchronous
  /// On a thread of the list.
  case queued(DataSourceQoS)

  /// How urgent it is. `default` for a synchronous one, which runs at the level of its caller's
  /// thread.
  var qos: DataSourceQoS { if case .queued(let qos) = self { qos } else { .default } }
}
