internal import RosterConcurrency
internal import RosterCore
internal import RosterMounting

extension ImageLoader {
  /// Does what was decided. No lock is held here.
  func perform(_ actions: [LoadAction]) {
    for action in actions {
      switch action {
      case .read(let id, let address): begin(id) { await $0.read(id, address) }
      case .download(let id, let address): begin(id) { await $0.download(id, address) }
      case .pause(let id, let pause): begin(id) { await $0.pause(id, pause) }
      case .cancel(let id): state.withLock { $0.tasks[id] }?.cancel()
      case .decode(let request, let bytes): run { await $0.decode(request, bytes) }
      case .keep(let address, let bytes): run { await $0.keep(address, bytes) }
      case .discard(let address): run { [folder] _ in folder?.discard(address) }
      case .report(let tickets, let progress): report(tickets, progress)
      case .end(let tickets, let result): end(tickets, result)
      }
    }
  }

  /// Decides what follows an event, and does it.
  private func handle(_ event: (inout LoadState) -> [LoadAction]) {
    perform(state.withLock { state in state.note(event(&state)) })
  }

  private typealias Step = @Sendable (ImageLoader) async -> Void

  private func begin(_ id: FetchID, _ step: @escaping Step) {
    guard let task = state.withLock({ $0.tasks[id] }) else { return }
    task.begin(run(step))
  }

  @discardableResult
  private func run(_ step: @escaping Step) -> Task<Void, Never> {
    configuration.start { await step(self) }
  }

  // MARK: Fetches

  private func read(_ id: FetchID, _ address: String) async {
    let bytes = folder?.bytes(of: address, byteCountMax: configuration.limits.byteCountMax)
    handle { state in
      state.tasks[id] = nil
      if bytes != nil { state.counts.folderHits += 1 }
      return state.queue.didRead(id, bytes)
    }
  }

  private func download(_ id: FetchID, _ address: String) async {
    var answer = ImageAnswer(limits: configuration.limits) { [self] progress in
      handle { $0.queue.didReceive(id, progress) }
    }
    let result: Result<[UInt8], ImageError>
    do throws(ImageError) {
      try await transport.fetch(address, into: &answer)
      result = .success(try answer.finished())
    } catch { result = .failure(error) }
    let chance = configuration.chance()
    handle { state in
      state.tasks[id] = nil
      return state.queue.didDownload(id, result, chance: chance)
    }
  }

  private func pause(_ id: FetchID, _ pause: Duration) async {
    // A cancelled pause belongs to a fetch that the queue has forgotten.
    try? await configuration.clock.sleep(for: pause)
    handle { state in
      state.tasks[id] = nil
      return state.queue.didPause(id)
    }
  }

  // MARK: Pictures

  private func decode(_ request: ImageRequest, _ bytes: [UInt8]) async {
    let result: Result<Picture, ImageError>
    do throws(ImageError) {
      result = .success(
        try decoder.picture(of: bytes, for: request, limits: configuration.limits))
    } catch { result = .failure(error) }
    handle { state in
      if case .success(let picture) = result {
        state.cache.insert(picture, for: request, cost: picture.bytes.count)
      }
      return state.queue.didDecode(request, result)
    }
  }

  private func keep(_ address: String, _ bytes: [UInt8]) async {
    folder?.keep(bytes, of: address)
    handle { state in
      state.queue.didKeep(address)
      return []
    }
  }

  // MARK: Calls

  private func report(_ tickets: [LoadTicket], _ progress: ImageProgress) {
    let calls = state.withLock { state in tickets.compactMap { state.calls[$0]?.onProgress } }
    for call in calls { call(progress) }
  }

  private func end(_ tickets: [LoadTicket], _ result: Result<Picture, ImageError>) {
    let calls = state.withLock { state in
      tickets.compactMap { ticket in
        state.prefetched.ended(ticket)
        return state.calls.removeValue(forKey: ticket)
      }
    }
    for call in calls { call.onEnd(result) }
  }
}
