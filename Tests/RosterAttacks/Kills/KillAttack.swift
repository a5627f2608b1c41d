import Foundation
import RosterCore
import RosterStore
import RosterTestKit
import RosterTestSupport

/// Kills processes that write, at random moments, and looks at what they leave: what was acknowledged
/// is there, nothing is half there, and the next process goes on.
package struct KillAttack: Sendable {
  /// What the process does that is killed.
  package enum Kind: String, Sendable, CaseIterable {
    /// It commits changesets and states.
    case lists
    /// It commits states.
    case states
    /// It compacts the journal after each commit.
    case compaction
    /// It writes the file anew after each commit.
    case vacuum
    /// It creates the file.
    case creation
    /// It brings a file of an older format up to date.
    case migration
    /// It changes two lists at once.
    case joint
    /// It is an application that writes rows of its own and two lists in one transaction, with what is kept together with
    /// these and with its rows.
    case application
    /// It is an application that makes the tables of lists and removes them.
    case installation
    /// It rebuilds a derived list in the background, and changes the source of that meanwhile.
    case rebuilding
    /// It changes a list, alone and with another one, with which two derived lists are kept together, one over the other.
    case together
    /// It writes a list that another process writes as well; either is also stopped now and then.
    case writers
    /// It commits, and acknowledges what it has not committed yet: an attack must find that.
    case boasting
    /// It changes lists that are kept together, and commits each by itself: an attack must find that.
    case divided
    /// It is the application, with lists that follow in transactions of their own: an attack must find that.
    case following

    /// The kinds that are promised to lose nothing.
    package static let promised = allCases.filter {
      ![.boasting, .divided, .following].contains($0)
    }
  }

  /// What an attack did, and what it found.
  package struct Report: Sendable {
    package var roundCount = 0
    /// How many processes had acknowledged something before they were killed.
    package var workingCount = 0
    /// What is wrong, with what repeats it.
    package var findings: [String] = []

    package init() {}
  }

  private let kind: Kind
  private let seed: UInt64
  private var random: SplitMix64
  /// How long a process takes until it has acknowledged its first commit, in seconds.
  private let startingTime: Double

  /// - Throws: If the program that is to be killed does not start.
  package init(_ kind: Kind, seed: UInt64) throws {
    self.kind = kind
    self.seed = seed
    random = SplitMix64(seed: seed)
    startingTime = try KilledFile.startingTime()
  }

  /// Kills so many processes; each ten of them write one file, one after the other.
  ///
  /// - Parameter progress: Is told of the number of rounds so far.
  package mutating func run(
    roundCount: Int, progress: (Int) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    while report.roundCount < roundCount {
      let fileSeed = random.next()
      let count = min(10, roundCount - report.roundCount)
      do {
        switch kind {
        case .writers:
          report.findings += try killWriters(count, seed: fileSeed)
          report.workingCount += count
        case .joint:
          var file = try KilledPair()
          report.workingCount += try kill(
            count, seed: fileSeed, &report.findings, { try file.kill(afterLines: $0, seconds: $1) },
            problems: { try file.problems() })
        case .application, .following:
          var file = try KilledApplication(isTogether: kind == .application)
          report.workingCount += try kill(
            count, seed: fileSeed, &report.findings, { try file.kill(afterLines: $0, seconds: $1) },
            problems: { try file.problems() })
        case .installation:
          var file = try KilledInstallation()
          report.workingCount += try kill(
            count, seed: fileSeed, &report.findings, { try file.kill(afterLines: $0, seconds: $1) },
            problems: { try file.problems() })
        case .rebuilding:
          var file = try KilledRebuilding()
          report.workingCount += try kill(
            count, seed: fileSeed, &report.findings, { try file.kill(afterLines: $0, seconds: $1) },
            problems: { try file.problems() })
        case .together, .divided:
          var file = try KilledTogether(isDivided: kind == .divided)
          report.workingCount += try kill(
            count, seed: fileSeed, &report.findings, { try file.kill(afterLines: $0, seconds: $1) },
            problems: { try file.problems() })
        case .lists, .states, .compaction, .vacuum, .creation, .migration, .boasting:
          report.workingCount += try killWriter(count, seed: fileSeed, &report.findings)
        }
      } catch {
        report.findings.append("\(kind), seed \(seed), file \(fileSeed): \(error)")
      }
      report.roundCount += count
      progress(report.roundCount)
    }
    return report
  }

  // MARK: One writer

  /// - Returns: How many processes had acknowledged something.
  private mutating func killWriter(
    _ count: Int, seed fileSeed: UInt64, _ findings: inout [String]
  ) throws -> Int {
    var file = try KilledFile(kind, seed: fileSeed)
    var workingCount = 0
    for round in 0..<count {
      if round > 0, kind == .creation || kind == .migration {
        file = try KilledFile(kind, seed: fileSeed &+ UInt64(round))
      }
      let isAtStart = kind == .creation || kind == .migration || random.happens(percent: 20)
      let lineCount = isAtStart ? 0 : 1 + random.index(below: 30)
      let seconds = Double.random(in: 0..<(isAtStart ? startingTime * 1.3 : 0.01), using: &random)
      if try file.kill(afterLines: lineCount, seconds: seconds) { workingCount += 1 }
      for problem in try file.problems() {
        findings.append(
          "\(kind), seed \(seed), file \(fileSeed), round \(round), killed \(seconds) s after "
            + "\(lineCount) commits: \(problem)")
      }
    }
    return workingCount
  }

  // MARK: Several lists

  /// - Parameters:
  ///   - kill: Starts a process and kills it.
  ///   - problems: Returns what it has left that is not as it must be.
  /// - Returns: How many processes had acknowledged something.
  private mutating func kill(
    _ count: Int, seed fileSeed: UInt64, _ findings: inout [String],
    _ kill: (_ lineCount: Int, _ seconds: Double) throws -> Bool,
    problems: () throws -> [String]
  ) throws -> Int {
    var workingCount = 0
    for round in 0..<count {
      let lineCount = random.index(below: 30)
      let seconds = Double.random(in: 0..<0.01, using: &random)
      if try kill(lineCount, seconds) { workingCount += 1 }
      for problem in try problems() {
        findings.append(
          "\(kind), seed \(seed), file \(fileSeed), round \(round), killed \(seconds) s after "
            + "\(lineCount) commits: \(problem)")
      }
    }
    return workingCount
  }

  // MARK: Two writers

  private func killWriters(_ count: Int, seed fileSeed: UInt64) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    var pair = WriterPair(path: path, count: 15 * count, seed: fileSeed)
    try pair.run(killCount: count, stops: true)
    let store = try SQLiteStore(path: path)
    let damages = try store.check().map(\.description)
    if let list = try store.list(named: "main", create: false) { try pair.compare(with: list) }
    try store.close()
    return (pair.problems + damages).map { "\(kind), seed \(seed), file \(fileSeed): \($0)" }
  }
}
