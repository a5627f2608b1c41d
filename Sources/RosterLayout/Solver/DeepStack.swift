#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs what recurses deeply on a stack that is large enough for it.
///
/// Measuring goes down a tree by recursion. For most trees that is done where it is asked for; for
/// a deep one, which the stack of that thread may be too small for, it is done on a thread that is
/// made for it, while the one that asked waits.
enum DeepStack {
  /// Up to so many levels need no stack of their own: also threads of 512 KB have room for them.
  static let levelsWithoutThread = 48
  /// What a level takes at most, with a rule that an application wrote, in a build without
  /// optimization.
  static let bytesPerLevel = 24 << 10

  /// Runs `body`, and returns when it is done.
  ///
  /// - Returns: `false` if there is no memory for the stack; `body` has not been run then.
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
    // The work is kept by this function, which does not return before the thread has ended.
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
