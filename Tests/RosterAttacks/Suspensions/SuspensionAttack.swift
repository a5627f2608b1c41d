import RosterTestKit

/// Suspends processes that write lists at random points and stops them, as a system does with applications: meanwhile they
/// hold no lock by which others wait and write nothing, and afterwards nothing is lost or there twice.
package struct SuspensionAttack: Sendable {
  /// What the processes do.
  package enum Kind: String, CaseIterable, Sendable {
    /// They write lists in a file of Roster's own.
    case file
    /// They are applications that write rows, lists beside them, and a table that is a list.
    case application
    /// They say that they are suspended, and go on: an attack must find that.
    case heedless

    /// The kinds that are promised to stand still.
    package static let promised: [Kind] = [.file, .application]
  }

  /// What an attack did, and what it found.
  package struct Report: Sendable {
    /// How often a process was suspended and stopped.
    package var pointCount = 0
    /// What is wrong, with what repeats it.
    package var findings: [String] = []
  }

  /// How often one process is suspended, before the next one begins with another program.
  package static let pointCountOfProcess = 100

  private let kind: Kind
  private let seed: UInt64

  package init(_ kind: Kind, seed: UInt64) { (self.kind, self.seed) = (kind, seed) }

  /// Suspends processes so many times.
  ///
  /// - Parameter progress: Is told of the number of points so far.
  package func run(
    pointCount: Int, progress: (Int) -> Void = { _ in }
  ) async -> Report {
    var report = Report()
    var random = SplitMix64(seed: seed)
    while report.pointCount < pointCount {
      let programSeed = random.next()
      let count = min(Self.pointCountOfProcess, pointCount - report.pointCount)
      var findings: [String] = []
      do {
        var process = try SuspendedProcess(kind, seed: programSeed)
        findings = try await process.run(pointCount: count)
      } catch {
        findings = ["\(error)"]
      }
      report.findings += findings.map { "\(kind), seed \(seed), program \(programSeed): \($0)" }
      report.pointCount += count
      progress(report.pointCount)
    }
    return report
  }
}
