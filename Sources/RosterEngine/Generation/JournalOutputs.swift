/// The outputs of an earlier change, made again.
struct JournalOutputs<Output: Sendable>: Sendable {
  /// Ascending by place.
  var outputs: [GeneratedOutput<Output>] = []
  /// What was new or had another size, ascending by place.
  var sizes: [ChangedSize] = []
  /// The number of items that have no tree and get none, since they are not in the working range.
  var omittedCount = 0
}
