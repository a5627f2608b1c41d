/// How a modification is done.
enum ModificationMode: Hashable, Sendable {
  /// On the thread of its caller, who waits for it.
  case synchronous
  /// On a thread of the list.
  case queued(DataSourceQoS)

  /// How urgent it is; on the thread of its caller as that is.
  var qos: DataSourceQoS { if case .queued(let qos) = self { qos } else { .default } }
}
