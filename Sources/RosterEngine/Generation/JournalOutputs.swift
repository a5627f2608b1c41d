/// The outputs of an earlier change, made again.
struct JournalOutputs<Output: Sendable>: Sendable {
  /// Ascending by path.
  var outputs: [GeneratedItem<Output>] = []
  /// The items that were new or had another size, ascending by path.
  var sizes: [ChangedSize] = []
  /// The number of items that have no tree and get none, since they are not in the working range.
  var omittedCount = 0
}
