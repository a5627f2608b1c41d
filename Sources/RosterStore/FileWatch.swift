internal import Dispatch
internal import Foundation
internal import RosterCore

/// Has somebody be called when a file was written.
///
/// The system tells when a process writes the log of a database, which is a moment before the
/// commit can be seen; so the call is repeated a few times within some milliseconds. A slow timer
/// makes up for whatever the system does not tell. Nobody is woken otherwise.
///
/// Unchecked because of its variables: `source` and `isCancelled` are guarded by the lock, and only
/// the queue uses `repetitionCount`.
final class FileWatch: StorageWatch, @unchecked Sendable {
  /// When the call is repeated after the file was written, in milliseconds.
  private static let repetitions = [1, 4, 16]
  /// The time between two calls if the system tells nothing, in milliseconds.
  private static let timerInterval = 100

  private let queue = DispatchQueue(label: "roster.watch", qos: .userInitiated)
  private let handler: @Sendable () -> Void
  private let path: String
  private let timer: any DispatchSourceTimer
  private let lock = NSLock()
  private var source: (any DispatchSourceProtocol)?
  private var isCancelled = false
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
    lock.withLock {
      isCancelled = true
      source?.cancel()
      source = nil
    }
  }

  /// Has the system tell of writes from now on, if it does not yet and the file is there.
  private func watchFile() {
    lock.withLock {
      guard source == nil, !isCancelled else { return }
      source = Self.source(path, queue) { [weak self] in self?.fileWasWritten() }
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
    /// Reads the notices of inotify(7) for a file; `nil` if it does not exist.
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
    /// Has the kernel tell of writes to a file; `nil` if it does not exist.
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
    /// Other systems have the timer.
    private static func source(
      _ path: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? { nil }
  #endif
}
