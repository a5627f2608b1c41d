internal import RosterComponents

/// The outputs that a batch leaves for later, with their type.
struct Remainder<Output: Sendable>: Sendable {
  var chunks: [RemainderChunk]
  /// Gives trees their type.
  var outputs: @Sendable ([UpdatedTree]) -> [GeneratedOutput<Output>]

  /// The number of outputs.
  var count: Int { chunks.reduce(0) { $0 + $1.count } }

  /// - Parameter works: What is left for later, in the order of need; there is no remainder without.
  init?<Message>(_ works: [TreeWork], _ trees: ListTrees, _ conditions: TreeConditions)
  where Output == ComponentTree<Message> {
    if works.isEmpty { return nil }
    chunks = RemainderChunk.chunks(of: works, trees, conditions)
    outputs = { $0.generated() }
  }
}
