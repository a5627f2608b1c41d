internal import RosterComponents

/// The outputs that a batch leaves for later, with their type.
struct Remainder<Output: Sendable>: Sendable {
  var chunks: [RemainderChunk]
  /// Gives trees their type.
  var outputs: @Sendable ([UpdatedTree]) -> [GeneratedOutput<Output>]

  /// The number of outputs.
  var count: Int { chunks.reduce(0) { $0 + $1.count } }
}
