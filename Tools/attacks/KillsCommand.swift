import ArgumentParser
import RosterAttacks

struct KillsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kills",
    abstract: "Kill processes that write, at random moments, and look at what they leave.",
    discussion: """
      Rounds are spread over: \(KillAttack.Kind.promised.map(\.rawValue).joined(separator: ", ")). \
      After each kill the file is opened and checked; what was acknowledged must be there, and \
      nothing half. Of two writers either is also stopped for a while. A process that ends by \
      itself is a finding.

      The moments are those of the seed, but how far a process has come by then is not.
      """)

  @Option(help: "The number of processes that are killed.")
  var rounds = 1_000

  @Option(help: "The seed of the moments.")
  var seed: UInt64 = 1

  @Option(help: "Only rounds of this kind; may be given several times.")
  var kind: [KillAttack.Kind] = []

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds is at least 1.") }
  }

  func run() throws {
    let kinds = kind.isEmpty ? KillAttack.Kind.promised : kind
    var findingCount = 0
    for (index, kind) in kinds.enumerated() {
      let count = rounds * (index + 1) / kinds.count - rounds * index / kinds.count
      if count == 0 { continue }
      let progress = AttackProgress()
      var attack = try KillAttack(kind, seed: seed)
      let report = try attack.run(roundCount: count) {
        progress.show("\(kind): \($0) of \(count) kills")
      }
      progress.clear()
      for finding in report.findings { print(finding) }
      print(
        "\(kind): \(report.roundCount) kills, \(report.workingCount) of processes that had "
          + "acknowledged something, \(report.findings.count) broken promises")
      findingCount += report.findings.count
    }
    if findingCount > 0 { throw ExitCode(1) }
  }
}

extension KillAttack.Kind: ExpressibleByArgument {}
