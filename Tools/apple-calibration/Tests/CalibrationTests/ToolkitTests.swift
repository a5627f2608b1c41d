#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
#endif
import Calibration
import Foundation
import Testing

/// The experiments with the views of the system. How they differ from the models is printed, and fails nothing: a view that
/// refuses what the strict mode of its model takes does, as a source of `RosterApple` that passes its tests may tell it so.
@Suite("Views of the toolkits", .serialized) @MainActor struct ToolkitTests {
  private static let experiments = Experiment.all(seeds: 0..<2_000, timing: 10_000)

  private func carryOut(_ kind: CalibratedKind) throws {
    let calibration = Calibration(kind, kind.family, Self.experiments)
    for line in calibration.summary { print(line) }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    if let folder = ProcessInfo.processInfo.environment["CALIBRATION_FOLDER"] {
      let file = URL(filePath: folder).appending(path: "\(kind.name).jsonl")
      try Data(calibration.json(system: system).utf8).write(to: file)
      print("written to \(file.path())")
    }
    let taken = calibration.results.filter { $0.differences.contains(.strictTakes) }
    #expect(taken.isEmpty, "the strict mode takes what the view refuses")
  }

  #if canImport(UIKit)
    @Test func collectionView() throws { try carryOut(.collectionView) }

    @Test func tableView() throws { try carryOut(.tableView) }
  #elseif canImport(AppKit)
    @Test func collectionViewOfAppKit() throws {
      _ = NSApplication.shared
      try carryOut(.collectionViewOfAppKit)
    }

    @Test func tableViewOfAppKit() throws {
      _ = NSApplication.shared
      try carryOut(.tableViewOfAppKit)
    }

    @Test func outlineViewOfAppKit() throws {
      _ = NSApplication.shared
      try carryOut(.outlineViewOfAppKit)
    }
  #endif
}
