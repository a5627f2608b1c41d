import Foundation
package import RosterCore
import RosterTestKit

/// Two processes that write one list as fast as they can, and are killed or stopped at random.
///
/// Each goes on where the one of its name before it was killed, until both have written so many
/// changesets.
package struct WriterPair {
  private static let names = ["one", "two"]

  private let path: String
  private let count: Int
  private let seed: UInt64
  private var running: [String: ChildProgram] = [:]
  /// The number of the last changeset of each name that was acknowledged.
  private var acknowledged: [String: Int] = [:]
  /// What is wrong so far.
  package private(set) var problems: [String] = []

  /// - Parameters:
  ///   - path: The file.
  ///   - count: The number of changesets that each of them writes.
  package init(path: String, count: Int, seed: UInt64) {
    self.path = path
    self.count = count
    self.seed = seed
  }

  /// Starts both, kills one of them now and then, and waits for their end.
  ///
  /// - Parameters:
  ///   - killCount: How often one is killed.
  ///   - stops: Whether one is also stopped for a while before.
  package mutating func run(killCount: Int, stops: Bool = false) throws {
    var random = SplitMix64(seed: seed)
    for name in Self.names { try start(name) }
    for _ in 0..<killCount {
      if stops { pause(Self.names[random.index(below: 2)], &random) }
      let name = Self.names[random.index(below: 2)]
      // Somewhere in its share of the work of this round.
      running[name]?.wait(forLines: 1 + random.index(below: max(1, count / killCount)))
      Thread.sleep(forTimeInterval: Double.random(in: 0..<0.01, using: &random))
      running[name]?.kill()
      try takeLines(of: name)
      try start(name)
    }
    let ends = try Self.names.map { try running[$0]?.lines().last ?? "" }
    let words = ends[0].split(separator: " ")
    if ends[0] != ends[1] || words.first != "end" || words.count != 4 {
      problems.append("the processes end with \(ends)")
    } else if words[1] != "\(count * 2)" || words[2] != words[3] {
      problems.append("what was seen is not what the list is: \(ends[0])")
    }
  }

  private mutating func start(_ name: String) throws {
    running[name] = try ChildProgram(
      .writer, [path, name, "\(count)", "\(seed)", "\(count * 2)"])
  }

  /// Stops a process for some milliseconds; the other one goes on, or waits.
  private func pause(_ name: String, _ random: inout SplitMix64) {
    guard let process = running[name]?.process else { return }
    Thread.sleep(forTimeInterval: Double.random(in: 0..<0.02, using: &random))
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGSTOP)
    Thread.sleep(forTimeInterval: Double.random(in: 0..<0.05, using: &random))
    kill(process.processIdentifier, SIGCONT)
  }

  private mutating func takeLines(of name: String) throws {
    for line in try running[name]?.lines() ?? [] {
      guard let number = Int(line) else {
        if !line.hasPrefix("end ") { problems.append("\(name) says \(line)") }
        continue
      }
      // In order, and never one that was acknowledged before.
      if number <= acknowledged[name, default: 0] {
        problems.append("\(name) is told twice of \(number)")
      }
      acknowledged[name] = number
    }
  }

  /// Looks whether every changeset of each process is in the journal once and in order, and so is
  /// what was acknowledged.
  package mutating func compare(with list: any ListStorage) throws {
    var numbers: [String: [Int]] = [:]
    var revision = 0
    while true {
      let entries = try list.journal(after: revision, limit: 500)
      for entry in entries {
        let number = entry.annotation.at.flatMap { Int($0) } ?? 0
        numbers[entry.annotation.origin ?? "", default: []].append(number)
      }
      revision += entries.count
      if entries.isEmpty { break }
    }
    if revision != count * 2 { problems.append("revision \(revision), not \(count * 2)") }
    for name in Self.names where numbers[name] != Array(1...count) {
      problems.append("the changesets of \(name) are not in the journal once and in order")
    }
  }
}
