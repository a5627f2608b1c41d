internal import RosterComponents

/// The outputs that a batch leaves for later, with their type.
struct Remainder<Output: Sendable>: Sendable {
  var chunks: [RemainderChunk]
  /// Gives a tree its type.
  var output: @Sendable (ErasedTree) -> Output

  /// The number of outputs.
  var count: Int { chunks.reduce(0) { $0 + $1.count } }
}
