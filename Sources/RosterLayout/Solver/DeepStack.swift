#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a deep recursion on a stack that is large enough for it.
///
/// Measuring descends a tree by recursion. For most trees that happens on the calling thread. For a
/// deep tree, for which the stack of that thread may be too small, it happens on a new thread while
/// the caller waits.
enum DeepStack {
  /// The maximum number of levels that need no stack of their own; even threads with 512 KB have
  /// room for them.
  static let levelsWithoutThread = 48
  /// The maximum size of a level's stack frames, including a rule of the application, in a build
  /// without optimization.
  static let bytesPerLevel = 24 << 10

  /// Runs `body`, and returns when it is done.
  ///
  /// - Returns: `false` if there is no memory for the stack; `body` has not run then.
  static func run(levels: Int, _ body: () -> Void) -> Bool {
    if levels <= levelsWithoutThread {
      body()
      return true
    }
    return withoutActuallyEscaping(body) { body in
      runOnThread(stackSize: (levels + 64) * bytesPerLevel, body)
    }
  }

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private static func runOnThread(stackSize: Int, _ body: @escaping () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return false }
    let work = Work(body)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // This function keeps the work alive, and does not return before the thread has ended.
    let context = Unmanaged.passUnretained(work).toOpaque()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
        #else
          if let context { Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body() }
        #endif
        return nil
      }, context)
    guard code == 0 else { return false }
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
    withExtendedLifetime(work) {}
    return true
  }
}
