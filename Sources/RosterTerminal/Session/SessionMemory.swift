import RosterConcurrency

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What signal handlers need to set up a terminal and to undo it: the only global state of the room.
///
/// A handler can run between any two instructions of any thread, so it may neither allocate nor
/// lock. Everything that it reads is prepared before it is installed and stays in place until the
/// process ends: the memory, the pipe and the second stack are made once, for all sessions.
struct SessionMemory {
  var input: Int32 = -1
  var output: Int32 = -1
  /// The ends of a pipe. A byte in it wakes the thread that waits for events.
  var wakeReader: Int32 = -1
  var wakeWriter: Int32 = -1
  /// How the terminal was before the session, and how it is in it.
  var saved = termios()
  var raw = termios()
  let startBytes = SequenceMemory()
  let endBytes = SequenceMemory()
  /// What the process did at each signal before the session.
  let previous = UnsafeMutablePointer<SignalAction>.allocate(capacity: 65)

  /// `nonisolated(unsafe)`: the pointer never changes. The memory is written by the one session of
  /// the process, which `phase` admits, before it installs handlers.
  nonisolated(unsafe) static let shared: UnsafeMutablePointer<SessionMemory> = {
    let memory = UnsafeMutablePointer<SessionMemory>.allocate(capacity: 1)
    memory.initialize(to: SessionMemory())
    memory.pointee.previous.initialize(repeating: .standard, count: 65)
    return memory
  }()

  /// What there is of a session. Made before the first handler is installed, like `notices`.
  static let phase = AtomicInt(Phase.none)
  /// What has happened since the session was last asked.
  static let notices = AtomicInt(0)

  enum Phase {
    static let none = 0
    /// A session is being prepared.
    static let preparing = 1
    /// The terminal is set up.
    static let shown = 2
    /// The terminal is as it was before the session.
    static let hidden = 3
  }

  enum Notice {
    static let resized = 1
    static let resumed = 2
    static let woken = 4
  }
}

/// A sequence of bytes at a fixed place.
struct SequenceMemory {
  private static let capacity = 256
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)

  /// Writes a sequence into the memory, behind its length.
  func set(_ text: String) {
    precondition(text.utf8.count < Self.capacity, "the sequence fits")
    memory.storeBytes(of: text.utf8.count, as: Int.self)
    for (index, byte) in text.utf8.enumerated() { memory[MemoryLayout<Int>.size + index] = byte }
  }

  /// The bytes, which stay in place.
  var bytes: UnsafeRawBufferPointer {
    let count = memory.load(as: Int.self)
    let start = MemoryLayout<Int>.size
    return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<start + count])
  }
}

// MARK: In handlers and outside of them

extension SessionMemory {
  /// Sets the terminal up, also if it is already.
  static func show() -> Bool {
    let memory = shared
    // First, so that a signal from here on undoes whatever has been done.
    phase.store(Phase.shown)
    guard setAttributes(of: memory.pointee.input, memory.pointee.raw) else { return false }
    return write(memory.pointee.startBytes.bytes, to: memory.pointee.output, isPatient: true)
  }

  /// Makes the terminal what it was before the session, unless it is already.
  ///
  /// If a signal arrives meanwhile, this is done twice, which does no harm. Done by half it would.
  static func hide() {
    guard phase.load() == Phase.shown else { return }
    let memory = shared
    // The bytes first: the terminal may send answers, which are thrown away then.
    _ = write(memory.pointee.endBytes.bytes, to: memory.pointee.output, isPatient: false)
    tcflush(memory.pointee.input, TCIFLUSH)
    _ = setAttributes(of: memory.pointee.input, memory.pointee.saved)
    phase.store(Phase.hidden)
  }

  static func notify(_ notice: Int) {
    notices.formUnion(notice)
    var byte: UInt8 = 0
    // If the pipe is full, the session will be woken anyway.
    _ = systemWrite(shared.pointee.wakeWriter, &byte, 1)
  }

  private static func setAttributes(of descriptor: Int32, _ attributes: termios) -> Bool {
    var copy = attributes
    while tcsetattr(descriptor, TCSANOW, &copy) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Writes all bytes to a terminal.
  ///
  /// - Parameter isPatient: Whether to wait for a terminal that takes no bytes, for as long as it
  ///   takes. Otherwise this gives up after half a second: a process must be able to end.
  /// - Returns: Whether everything was written; if not, `errno` tells why.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, isPatient: Bool
  ) -> Bool {
    var written = 0
    while written < bytes.count {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if !isPatient, poll(&request, 1, 500) == 0 { return false }
      let count = systemWrite(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        _ = poll(&request, 1, isPatient ? -1 : 500)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// `write(2)`, whose name others hide.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    Darwin.write(descriptor, bytes, count)
  #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
  #else
    Glibc.write(descriptor, bytes, count)
  #endif
}
