import Foundation
import RosterStore
import RosterTestKit

/// The cuts of one recording, which several workers share.
///
/// Unchecked because of its variables, which `lock` guards.
final class PowerCutRun: @unchecked Sendable {
  private let attack: PowerCutAttack
  private let check: any PowerCutCheck
  private let cuts: [PowerCut]
  private let progress: @Sendable (Int, Int) -> Void

  private let lock = NSLock()
  private var next = 0
  private var verdicts: [UInt64: PowerCutVerdict] = [:]
  private var current: PowerCutReport

  init(
    _ attack: PowerCutAttack, _ check: any PowerCutCheck, _ cuts: [PowerCut],
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) {
    self.attack = attack
    self.check = check
    self.cuts = cuts
    self.progress = progress
    current = PowerCutReport(operationCount: check.disk.operationCount)
  }

  var report: PowerCutReport { lock.withLock { current } }

  /// How many cuts in a row a worker takes: its replay goes forward from one to the next.
  private static let stretch = 64

  /// Looks at cuts until none is left.
  func work() async throws {
    let replay = try check.disk.replay()
    let folder = try TemporaryFolder()
    while !Task.isCancelled {
      let range = lock.withLock {
        let start = next
        next = min(cuts.count, next + Self.stretch)
        return start..<next
      }
      if range.isEmpty { return }
      for cut in cuts[range] { try await look(at: cut, replay, folder) }
      progress(report.cutCount, cuts.count)
    }
  }

  private func look(
    at cut: PowerCut, _ replay: DiskReplay, _ folder: TemporaryFolder
  ) async throws {
    let image = try replay.image(cut)
    let verdict = try await verdict(of: image, folder)
    let isDurable = attack.promise == .full || cut.mode == .kept
    let allowed = check.allowedCounts(after: cut.operation, isDurable: isDurable)
    let acknowledged = check.acknowledgedCount(before: cut.operation)
    var finding: (expected: String, found: String)?
    switch verdict {
    case .broken(let what):
      finding = ("a sound file", what)
    case .sound(let count):
      if !allowed.contains(count) {
        finding = (
          "\(check.contents(after: allowed.lowerBound))\(allowed.count > 1 ? " or later" : ""), of which "
            + "\(acknowledged) of \(check.spans.count) commits were acknowledged",
          check.contents(after: count)
        )
      }
      lock.withLock { if count < acknowledged { current.cutCountWithAllowedLoss += 1 } }
    }
    let number = lock.withLock {
      current.cutCount += 1
      if image.lostCount > 0 { current.losingCutCount += 1 }
      if finding != nil { current.findingCount += 1 }
      return current.findingCount
    }
    if let finding, number <= attack.describedFindingCountMax {
      let kept = try keep(image, number)
      lock.withLock {
        current.findings.append(
          describe(cut, expected: finding.expected, found: finding.found, kept))
      }
    }
  }

  /// Opens an image; equal ones are opened once.
  private func verdict(
    of image: DiskImage, _ folder: TemporaryFolder
  ) async throws -> PowerCutVerdict {
    let hash = image.hash
    if let known = lock.withLock({ verdicts[hash] }) { return known }
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: folder.path) {
      try manager.removeItem(atPath: folder.path(of: name))
    }
    try image.write(to: folder.path)
    let verdict = await check.verdict(path: folder.path(of: "list.sqlite"))
    lock.withLock {
      if verdicts.updateValue(verdict, forKey: hash) == nil { current.imageCount += 1 }
    }
    return verdict
  }

  // MARK: Describing

  private func describe(
    _ cut: PowerCut, expected: String, found: String, _ image: String?
  ) -> PowerCutFinding {
    let last = cut.operation - 1
    let operation = check.disk.operation(at: last)?.description ?? "none"
    return PowerCutFinding(
      workload: attack.workload.name, durability: attack.durability, seed: attack.seed, cut: cut,
      operation: operation, expected: expected, found: found, image: image)
  }

  private func keep(_ image: DiskImage, _ number: Int) throws -> String? {
    guard let folder = attack.keptImages?.appending(path: "\(attack.workload)-\(number)") else {
      return nil
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try image.write(to: folder.path(percentEncoded: false))
    return folder.path(percentEncoded: false)
  }
}
