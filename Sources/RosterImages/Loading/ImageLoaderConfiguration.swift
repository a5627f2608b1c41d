/// The bounds of a loader, and what it gets from outside.
public struct ImageLoaderConfiguration: Sendable {
  /// What a picture may be as large as.
  public var limits = ImageLimits()
  /// How many downloads there are at once.
  public var downloadCountMax = 6
  /// How many pictures are decoded at once.
  public var decodingCountMax = 2
  /// The largest sum of the bytes of the pictures that are kept in memory.
  public var memoryByteCountMax = 64_000_000
  /// How many pictures are loaded ahead; the earliest ones are given up first.
  public var prefetchCountMax = 256
  /// When a download that has failed is tried again.
  public var retry = RetryPolicy()
  /// The clock of the pauses between attempts.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns a number from 0 to 1 for the length of a pause.
  public var chance: @Sendable () -> Double = { Double.random(in: 0...1) }
  /// The executor, if there is one. A stored property cannot be of a type that older systems lack.
  private var anyExecutor: (any Sendable)?

  /// Makes the default configuration.
  public init() {}

  /// Where downloads are read and pictures are decoded; `nil` for the threads that all tasks share.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public var executor: (any TaskExecutor)? {
    get { anyExecutor as? any TaskExecutor }
    set { anyExecutor = newValue }
  }

  /// Starts a task, on the executor if there is one.
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return Task { await work() }
    }
    return Task(executorPreference: executor) { await work() }
  }

  var widths: LoadQueue.Widths {
    var widths = LoadQueue.Widths()
    widths.downloadCountMax = max(1, downloadCountMax)
    widths.decodingCountMax = max(1, decodingCountMax)
    widths.backlogCountMax = max(widths.downloadCountMax, widths.decodingCountMax)
    return widths
  }
}

/// What a loader has done, and what it holds.
public struct ImageCounts: Hashable, Sendable {
  /// The number of attempts to download a picture.
  public var downloads = 0
  /// The number of pictures that were decoded, or could not be.
  public var decodings = 0
  /// The number of requests that were answered out of the memory.
  public var memoryHits = 0
  /// The number of addresses whose bytes were found in the folder.
  public var folderHits = 0
  /// The number of those who wait for a picture now.
  public var waiting = 0
  /// The sum of the bytes of the pictures in memory now.
  public var memoryByteCount = 0

  /// Makes counts of zero.
  public init() {}
}
