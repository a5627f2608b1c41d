import Foundation
import RosterSync

/// What happens in a simulation, which can be written down as a log and run again.
///
/// The first line of a log has the seed, each other one a step:
///
///     {"seed":7}
///     {"edit":{"device":0,"seed":1234}}
///     {"wake":{"device":0}}
///     {"deliver":{"_0":5}}
struct SimulatedProgram: Hashable, Sendable {
  /// The number of devices and the sizes of messages follow from it.
  let seed: UInt64
  var steps: [SimulatedStep]

  init(seed: UInt64, _ steps: [SimulatedStep]) {
    self.seed = seed
    self.steps = steps
  }

  var deviceCount: Int { Self.deviceCount(seed) }

  static func deviceCount(_ seed: UInt64) -> Int { 2 + Int(seed % 4) }

  private var limits: SyncLimits {
    var limits = SyncLimits()
    // The models of large changes are larger, and all others together are not.
    limits.changeByteCountMax = RandomEdit.largeByteCount / 2
    if seed.isMultiple(of: 3) {
      limits.messageCountMax = 3
      limits.sentCountMax = 3
      limits.lookBackMax = 6
    }
    if seed % 5 == 2 { limits.messageByteCountMax = 300 }
    return limits
  }

  func run() throws -> Simulation {
    try Simulation.run(steps, devices: deviceCount, limits: limits)
  }

  /// What is wrong with a run, or with what the devices do after it, `nil` if all is well.
  var failure: String? {
    do {
      var simulation = try run()
      try simulation.resume()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns the program without steps that are not needed for it to fail.
  func shrunk(while fails: (SimulatedProgram) -> Bool) -> SimulatedProgram {
    var program = self
    var length = max(1, steps.count / 2)
    var attemptCount = 0
    while attemptCount < 300 {
      var start = 0
      var isShorter = false
      while start < program.steps.count {
        var candidate = program
        attemptCount += 1
        candidate.steps.removeSubrange(start..<min(start + length, program.steps.count))
        if fails(candidate) {
          program = candidate
          isShorter = true
        } else {
          start += length
        }
      }
      if length == 1, !isShorter { return program }
      length = max(1, length / 2)
    }
    return program
  }

  // MARK: Log

  private struct Header: Codable {
    var seed: UInt64
  }

  func log() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let lines = try [encoder.encode(Header(seed: seed))] + steps.map { try encoder.encode($0) }
    return lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }

  init(log: String) throws {
    let lines = log.split(whereSeparator: \.isNewline).map { Data($0.utf8) }
    seed = try JSONDecoder().decode(Header.self, from: lines.first ?? Data()).seed
    steps = try lines.dropFirst().map { try JSONDecoder().decode(SimulatedStep.self, from: $0) }
  }
}
