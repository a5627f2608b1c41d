/// The outputs of an earlier change, generated again.
struct JournalOutputs<Output: Sendable>: Sendable {
  /// Ascending by place.
  var outputs: [GeneratedOutput<Output>] = []
  /// The sizes of what was new or resized, ascending by place.
  var sizes: [ChangedSize] = []
  /// The number of items without an output, because they are outside of the working range.
  var omittedCount = 0
}
