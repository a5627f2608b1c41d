internal import Dispatch

/// Knows on which threads outputs of one list are being generated.
///
/// What a generator calls must neither wait for the pipeline nor change what is being generated; a
/// task that it starts inherits the knowledge, and may outlive the generation.
final class GenerationOwner: Sendable {
  /// One generation, which may go on in several threads.
  final class Generation: Sendable {
    private let owner: GenerationOwner
    private let isOpen = Guarded(true)

    fileprivate init(owner: GenerationOwner) { self.owner = owner }

    /// Does a part of the generation.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
      try GenerationOwner.$current.withValue(self) { try body() }
    }

    func end() { isOpen.withLock { $0 = false } }

    fileprivate func isOpen(for owner: GenerationOwner) -> Bool {
      owner === self.owner && isOpen.withLock { $0 }
    }
  }

  /// The generation that the current task or thread takes part in.
  @TaskLocal fileprivate static var current: Generation?

  /// Whether the caller is called by a generator of the list.
  var isGenerating: Bool { Self.current?.isOpen(for: self) ?? false }

  func begin() -> Generation { Generation(owner: self) }

  /// Generates something on the calling thread.
  func generate<Result>(_ body: () throws -> Result) rethrows -> Result {
    let generation = begin()
    defer { generation.end() }
    return try generation.run(body)
  }

  /// Generates several things on all cores, and returns them in order.
  func generateConcurrently<Value: Sendable>(
    count: Int, _ make: @Sendable (Int) -> Value
  ) -> [Value] {
    if count < 2 { return generate { (0..<count).map(make) } }
    let generation = begin()
    defer { generation.end() }
    let values = Guarded([Value?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let value = generation.run { make(index) }
      values.withLock { $0[index] = value }
    }
    return values.withLock { $0 }.compactMap { $0 }
  }
}
