import RosterJSON
import RosterMounting
import RosterTestKit
import RosterTestSupport
import Synchronization
import Testing

@testable import RosterImages

/// What an attempt to fetch an address comes to.
enum ScriptedOutcome: CaseIterable, Sendable {
  case picture, slowPicture, notFound, overloaded, unreachable, cut, wrongType, notAPicture, tooLong
  case endless
}

/// Answers as a script says, after delays on a clock. The bytes of a picture say which it is.
final class ScriptedTransport: ImageTransport {
  /// - Parameters:
  ///   - address: The address.
  ///   - attempt: The number of the attempt, from 1.
  typealias Script = @Sendable (_ address: String, _ attempt: Int) -> ScriptedOutcome

  struct Log: Sendable {
    var attempts: [String: Int] = [:]
    /// The number of fetches under way now, and the largest number there was.
    var openCount = 0
    var openCountMax = 0
    var cancelledCount = 0
    var outcomes: [ScriptedOutcome: Int] = [:]
  }

  private struct State {
    var log = Log()
    var random: SplitMix64
  }

  private let clock: ManualClock
  private let script: Script
  private let state: Mutex<State>

  init(clock: ManualClock, seed: UInt64 = 0, _ script: @escaping Script = { _, _ in .picture }) {
    self.clock = clock
    self.script = script
    state = Mutex(State(random: SplitMix64(seed: seed)))
  }

  var log: Log { state.withLock { $0.log } }

  func fetch(_ address: String, into answer: inout ImageAnswer) async throws(ImageError) {
    let attempt = state.withLock { state in
      state.log.attempts[address, default: 0] += 1
      state.log.openCount += 1
      state.log.openCountMax = max(state.log.openCountMax, state.log.openCount)
      return state.log.attempts[address, default: 1]
    }
    let outcome = script(address, attempt)
    defer {
      state.withLock { state in
        state.log.openCount -= 1
        state.log.outcomes[outcome, default: 0] += 1
        if Task.isCancelled { state.log.cancelledCount += 1 }
      }
    }
    try await pause()
    try await send(outcome, of: address, into: &answer)
  }

  private func send(
    _ outcome: ScriptedOutcome, of address: String, into answer: inout ImageAnswer
  ) async throws(ImageError) {
    let bytes = ScriptedDecoder.bytes(of: address)
    switch outcome {
    case .picture:
      try answer.begin(ImageAnswerHead(status: 200, contentType: "image/test"))
      try answer.append(bytes)
    case .slowPicture:
      try answer.begin(
        ImageAnswerHead(status: 200, contentType: "image/test", contentLength: bytes.count))
      for byte in bytes {
        try answer.append([byte])
        try await pause()
      }
    case .notFound: try answer.begin(ImageAnswerHead(status: 404))
    case .overloaded: try answer.begin(ImageAnswerHead(status: 503))
    case .unreachable: throw ImageError(.connection, "unreachable")
    case .cut:
      try answer.begin(ImageAnswerHead(status: 200, contentLength: bytes.count))
      try answer.append(bytes.dropLast(3))
      try await pause()
    case .wrongType: try answer.begin(ImageAnswerHead(status: 200, contentType: "text/html"))
    case .notAPicture:
      try answer.begin(ImageAnswerHead(status: 200))
      try answer.append(Array("<html>".utf8))
    case .tooLong:
      try answer.begin(ImageAnswerHead(status: 200, contentLength: 10_000_000))
      Issue.record("an answer that is announced as too long is read")
    case .endless:
      try answer.begin(ImageAnswerHead(status: 200, contentType: "image/test"))
      for _ in 0..<100 {
        try answer.append([UInt8](repeating: 0, count: 100_000))
        try await pause()
      }
      Issue.record("an answer without an end is read to its end")
    }
  }

  private func pause() async throws(ImageError) {
    let pause = state.withLock { $0.random.index(below: 400) }
    do { try await clock.sleep(for: .milliseconds(pause)) } catch { throw .cancelled }
  }
}

/// Decodes what the scripted transport sends: pictures of one colour, which belongs to the address.
struct ScriptedDecoder: ImageDecoder {
  let decoded = Recorder<ImageRequest>()

  static func bytes(of address: String) -> [UInt8] { Array("TEST \(address)".utf8) }

  /// The colour of the picture at an address.
  static func color(of address: String) -> [UInt8] {
    let value = FNV1a(of: address.utf8).value
    return [
      UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value >> 16),
    ]
  }

  /// The picture that a request stands for.
  static func picture(for request: ImageRequest) -> Picture? {
    let size = request.size ?? PixelSize(width: 4, height: 4)
    let pixels = repeatElement(color(of: request.address), count: size.width * size.height)
    return Picture(width: size.width, height: size.height, bytes: pixels.flatMap(\.self))
  }

  func picture(
    of bytes: [UInt8], for request: ImageRequest, limits: ImageLimits
  ) throws(ImageError) -> Picture {
    decoded.record(request)
    guard bytes == Self.bytes(of: request.address), let picture = Self.picture(for: request) else {
      throw ImageError(.wrongType, "no picture of \(request.address)")
    }
    return picture
  }
}
