internal import RosterConcurrency
internal import RosterCore
public import RosterMounting

/// Loads pictures: out of the memory, out of a folder, or over the network.
///
///     let loader = ImageLoader(transport: transport, decoder: decoder, folder: folder)
///     let picture = try await loader.picture(for: ImageRequest(address, size: size))
///
/// - There is one download for an address, and one decoding for a request, however many ask. It
///   ends when the last of them no longer wants it.
/// - What is visible comes before what is loaded ahead.
/// - Downloads that fail in passing are tried again.
/// - Pictures are decoded and scaled on threads of their own, never on that of the caller.
///
/// A loader may be used from any thread. `state` has all that changes, under its lock: which
/// pictures are wanted is decided in it, and done outside of it.
public final class ImageLoader: Sendable {
  typealias End = @Sendable (Result<Picture, ImageError>) -> Void
  typealias Progress = @Sendable (ImageProgress) -> Void

  let transport: any ImageTransport
  let decoder: any ImageDecoder
  let folder: ImageFolder?
  let configuration: ImageLoaderConfiguration
  let state: Guarded<LoadState>

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - transport: Fetches the bytes of pictures.
  ///   - decoder: Makes pictures of them.
  ///   - folder: Where bytes are kept from one run to the next; `nil` for nowhere.
  ///   - configuration: The bounds, and what comes from outside.
  public init(
    transport: any ImageTransport, decoder: any ImageDecoder, folder: ImageFolder? = nil,
    configuration: ImageLoaderConfiguration = ImageLoaderConfiguration()
  ) {
    self.transport = transport
    self.decoder = decoder
    self.folder = folder
    self.configuration = configuration
    state = Guarded(LoadState(configuration, hasFolder: folder != nil))
  }

  // MARK: Pictures

  /// Returns a picture as soon as it is there.
  ///
  /// If the task is cancelled, the picture is no longer wanted by it.
  ///
  /// - Parameters:
  ///   - request: The picture.
  ///   - priority: How urgent it is.
  ///   - progress: Called now and then while the picture is downloaded, on any thread.
  /// - Throws: ``ImageError``.
  public func picture(
    for request: ImageRequest, priority: ImagePriority = .visible,
    progress: (@Sendable (ImageProgress) -> Void)? = nil
  ) async throws(ImageError) -> Picture {
    if let picture = pictureInMemory(for: request) { return picture }
    let ticket = state.withLock { $0.makeTicket() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        load(request, as: ticket, priority, onProgress: progress) {
          continuation.resume(returning: $0)
        }
      }
    } onCancel: {
      cancel(ticket)
    }
    return try result.get()
  }

  /// Returns a picture if it is in the memory.
  public func pictureInMemory(for request: ImageRequest) -> Picture? {
    state.withLock { state in
      let picture = state.cache.value(for: request)
      if picture != nil { state.counts.memoryHits += 1 }
      return picture
    }
  }

  /// What the loader has done so far.
  public var counts: ImageCounts {
    state.withLock { state in
      var counts = state.counts
      counts.waiting = state.queue.askers.count
      counts.memoryByteCount = state.cache.cost
      return counts
    }
  }

  /// Whether nothing is wanted and nothing is done.
  public var isIdle: Bool { state.withLock { $0.queue.isIdle && $0.tasks.isEmpty } }

  /// Lets all pictures in memory go, because the system lacks it. Those on the screen stay.
  public func removePicturesInMemory() { state.withLock { $0.cache.removeAll() } }

  // MARK: Calls

  /// Loads a picture that is not in the memory; `onEnd` is called once, on any thread.
  func load(
    _ request: ImageRequest, as ticket: LoadTicket, _ priority: ImagePriority,
    onProgress: Progress?, onEnd: @escaping End
  ) {
    let actions: [LoadAction]? = state.withLock { state in
      // Cancelled before it has begun.
      guard state.unused.remove(ticket) != nil else { return nil }
      // It may have come since the caller looked.
      if let picture = state.cache.value(for: request) {
        state.counts.memoryHits += 1
        state.calls[ticket] = LoadCalls(onProgress: nil, onEnd: onEnd)
        return [.end([ticket], .success(picture))]
      }
      state.calls[ticket] = LoadCalls(onProgress: onProgress, onEnd: onEnd)
      return state.note(state.queue.ask(ticket, for: request, priority))
    }
    if let actions { perform(actions) } else { onEnd(.failure(.cancelled)) }
  }

  /// Makes a ticket, for one call of `load` or `cancel`.
  func makeTicket() -> LoadTicket { state.withLock { $0.makeTicket() } }

  /// Ends the wait for a picture, if it has not ended.
  func cancel(_ ticket: LoadTicket) {
    let (actions, calls) = state.withLock { state -> ([LoadAction], LoadCalls?) in
      state.unused.remove(ticket)
      let calls = state.calls.removeValue(forKey: ticket)
      return (state.note(state.queue.withdraw(ticket)), calls)
    }
    calls?.onEnd(.failure(.cancelled))
    perform(actions)
  }

  /// Makes a picture more or less urgent.
  func setPriority(of ticket: LoadTicket, to priority: ImagePriority) {
    perform(
      state.withLock { state in
        state.note(state.queue.setPriority(of: ticket, to: priority))
      })
  }
}

/// What is called for one who waits.
struct LoadCalls: Sendable {
  let onProgress: ImageLoader.Progress?
  let onEnd: ImageLoader.End
}

/// What a loader knows. Its methods only decide.
struct LoadState {
  var queue: LoadQueue
  /// The pictures that were used last; each costs as much as it has bytes.
  var cache: LeastRecentlyUsedCache<ImageRequest, Picture>
  var prefetched: PrefetchList
  var counts = ImageCounts()
  var calls: [LoadTicket: LoadCalls] = [:]
  /// Tickets with which nothing was asked yet.
  var unused: Set<LoadTicket> = []
  /// What can be cancelled.
  var tasks: [FetchID: CancellableTask] = [:]
  private var ticketCount = 0

  init(_ configuration: ImageLoaderConfiguration, hasFolder: Bool) {
    queue = LoadQueue(
      widths: configuration.widths, retry: configuration.retry, hasFolder: hasFolder)
    cache = LeastRecentlyUsedCache(costMax: configuration.memoryByteCountMax)
    prefetched = PrefetchList(countMax: configuration.prefetchCountMax)
  }

  mutating func makeTicket() -> LoadTicket {
    ticketCount += 1
    let ticket = LoadTicket(number: ticketCount)
    unused.insert(ticket)
    return ticket
  }

  /// Notes what actions begin, before another thread can end it.
  mutating func note(_ actions: [LoadAction]) -> [LoadAction] {
    for action in actions {
      switch action {
      case .read(let id, _), .pause(let id, _): tasks[id] = CancellableTask()
      case .download(let id, _):
        tasks[id] = CancellableTask()
        counts.downloads += 1
      case .decode: counts.decodings += 1
      case .cancel, .keep, .discard, .report, .end: break
      }
    }
    return actions
  }
}
