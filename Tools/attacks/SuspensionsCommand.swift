import ArgumentParser
import RosterAttacks

struct SuspensionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspensions",
    abstract: "Suspends processes that write at random points, and stops them.",
    discussion: """
      Points are spread over: \(SuspensionAttack.Kind.promised.map(\.rawValue).joined(separator: ", ")). \
      Processes write lists by random programs; an application also writes rows in the transactions of lists, \
      and by itself. At each point a process suspends its store, runs on for a while at every second one, and is \
      stopped. By then it must hold no lock that its files have (F_GETLK), and its log must not grow; at every \
      fourth point this process writes a list of the file. Afterwards each change that was acknowledged is \
      there once, and the file checks.

      The programs and moments are those of the seed, but how far a process has come by then is not.
      """)

  @Option(help: "How often a process is suspended and stopped.")
  var points = 100_000

  @Option(help: "The seed of programs and moments.")
  var seed: UInt64 = 1

  @Option(help: "Only processes of this kind; may be given several times.")
  var kind: [SuspensionAttack.Kind] = []

  func validate() throws {
    guard points > 0 else { throw ValidationError("--points is at least 1.") }
  }

  func run() async throws {
    let kinds = kind.isEmpty ? SuspensionAttack.Kind.promised : kind
    var findingCount = 0
    for (index, kind) in kinds.enumerated() {
      let count = points / kinds.count + (index < points % kinds.count ? 1 : 0)
      if count == 0 { continue }
      let progress = AttackProgress()
      let report = await SuspensionAttack(kind, seed: seed).run(pointCount: count) {
        progress.show("\(kind): \($0) of \(count) points")
      }
      progress.clear()
      for finding in report.findings { print(finding) }
      print("\(kind): \(report.pointCount) points, \(report.findings.count) broken promises")
      findingCount += report.findings.count
    }
    if findingCount > 0 { throw ExitCode(1) }
  }
}

extension SuspensionAttack.Kind: ExpressibleByArgument {}
