import RosterConcurrency

/// Knows which threads are generating outputs of one list.
///
/// Code that a generator calls must neither wait for the pipeline nor change what is being
/// generated. A task that it starts inherits this knowledge, and may outlive the generation.
package final class GenerationOwner: Sendable {
  /// One generation, which may run on several threads.
  package final class Generation: Sendable {
    private let owner: GenerationOwner
    private let isOpen = Guarded(true)

    fileprivate init(owner: GenerationOwner) { self.owner = owner }

    /// Runs a part of the generation.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
      try GenerationOwner.$current.withValue(self) { try body() }
    }

    func end() { isOpen.withLock { $0 = false } }

    fileprivate func isOpen(for owner: GenerationOwner) -> Bool {
      owner === self.owner && isOpen.withLock { $0 }
    }
  }

  /// The generation in which the current task or thread takes part.
  @TaskLocal fileprivate static var current: Generation?

  /// Whether the caller runs inside a generator of the list.
  var isGenerating: Bool { Self.current?.isOpen(for: self) ?? false }

  package let executor: any ListExecutor

  package init(_ executor: any ListExecutor) { self.executor = executor }

  package func begin() -> Generation { Generation(owner: self) }

  /// Runs a generation on the calling thread.
  package func generate<Result>(_ body: () throws -> Result) rethrows -> Result {
    let generation = begin()
    defer { generation.end() }
    return try generation.run(body)
  }

  /// Makes `count` values on all cores, and returns them in order.
  package func generateConcurrently<Value: Sendable>(
    count: Int, _ make: @Sendable (Int) -> Value
  ) -> [Value] {
    if count < 2 { return generate { (0..<count).map(make) } }
    let generation = begin()
    defer { generation.end() }
    let values = Guarded([Value?](repeating: nil, count: count))
    executor.concurrently(count) { index in
      let value = generation.run { make(index) }
      values.withLock { $0[index] = value }
    }
    return values.withLock { $0 }.compactMap { $0 }
  }
}
