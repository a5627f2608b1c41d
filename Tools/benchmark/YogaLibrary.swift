import Foundation

/// Yoga, compiled by `Tools/yoga/build`, loaded while the benchmark runs.
struct YogaLibrary {
  typealias Build = @convention(c) (UnsafePointer<Float>, Int32) -> UnsafeMutableRawPointer
  typealias Layout = @convention(c) (UnsafeMutableRawPointer, Float) -> Void
  typealias Frames = @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<Float>) -> Void
  typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void
  typealias Version = @convention(c) () -> UnsafePointer<CChar>

  let build: Build
  let layout: Layout
  let frames: Frames
  let free: Free
  /// Which Yoga this is.
  let version: String

  /// Loads the library; `nil` if it is not there.
  init?(path: String) {
    guard let library = dlopen(path, RTLD_NOW),
      let build = dlsym(library, "roster_yoga_build"),
      let layout = dlsym(library, "roster_yoga_layout"),
      let frames = dlsym(library, "roster_yoga_frames"),
      let free = dlsym(library, "roster_yoga_free"),
      let version = dlsym(library, "roster_yoga_version")
    else { return nil }
    self.build = unsafeBitCast(build, to: Build.self)
    self.layout = unsafeBitCast(layout, to: Layout.self)
    self.frames = unsafeBitCast(frames, to: Frames.self)
    self.free = unsafeBitCast(free, to: Free.self)
    self.version = String(cString: unsafeBitCast(version, to: Version.self)())
  }
}

/// How often this process has allocated memory, if `liballocations.so` is preloaded.
struct AllocationCounter {
  private let read: @convention(c) () -> UInt64

  /// Finds the counter; `nil` if it is not there.
  init?() {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "roster_allocation_count") else { return nil }
    read = unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
  }

  /// The number of allocations of a piece of work.
  func count(_ work: () throws -> Void) rethrows -> Double {
    let before = read()
    try work()
    return Double(read() - before)
  }
}
