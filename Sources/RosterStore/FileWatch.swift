internal import Dispatch
internal import RosterConcurrency
internal import RosterCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Calls a handler when a file was written.
///
/// The system reports that a process writes the log of a database shortly before the commit is
/// visible. So the watch repeats the call a few times within some milliseconds. A slow timer covers
/// writes that the system does not report. The watch makes no other calls.
///
/// Unchecked because of the timer, which Dispatch guards itself, and of `repetitionCount`, which only the queue uses.
final class FileWatch: StorageWatch, @unchecked Sendable {
  /// The delays of the repeated calls after a write, in milliseconds.
  private static let repetitions = [1, 4, 16]
  /// The time between two calls if the system reports nothing, in milliseconds.
  private static let timerInterval = 100

  /// What tells of writes, and whether anything still is to.
  private struct Watching {
    var source: (any DispatchSourceProtocol)?
    var isCancelled = false
  }

  private let queue = DispatchQueue(label: "roster.watch", qos: .userInitiated)
  private let handler: @Sendable () -> Void
  private let path: String
  private let timer: any DispatchSourceTimer
  private let watching = Guarded(Watching())
  /// The number of calls that are still to be repeated.
  private var repetitionCount = 0

  init(path: String, _ handler: @escaping @Sendable () -> Void) {
    self.path = path
    self.handler = handler
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.tick() }
    let interval = DispatchTimeInterval.milliseconds(Self.timerInterval)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(20))
    timer.resume()
    watchFile()
  }

  deinit { cancel() }

  func cancel() {
    timer.cancel()
    watching.withLock { watching in
      watching.isCancelled = true
      watching.source?.cancel()
      watching.source = nil
    }
  }

  /// Starts watching the file, if the watch does not do so yet and the file exists.
  private func watchFile() {
    watching.withLock { watching in
      guard watching.source == nil, !watching.isCancelled else { return }
      watching.source = Self.source(path, queue) { [weak self] in self?.fileWasWritten() }
    }
  }

  private func tick() {
    watchFile()
    handler()
  }

  private func fileWasWritten() {
    handler()
    guard repetitionCount == 0 else { return }
    for delay in Self.repetitions {
      repetitionCount += 1
      queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
        self?.repetitionCount -= 1
        self?.handler()
      }
    }
  }

  // MARK: The system

  #if os(Linux)
    /// Reads the events of inotify(7) for a file; `nil` if it does not exist.
    private static func source(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      guard inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
          while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        handler()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return source
    }
  #elseif canImport(Darwin)
    /// Receives the kernel's events for writes to a file; `nil` if it does not exist.
    private static func source(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
      let descriptor = open(path, O_EVTONLY)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend], queue: queue)
      source.setEventHandler(handler: handler)
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return source
    }
  #else
    /// Other systems use the timer only.
    private static func source(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? { nil }
  #endif
}
