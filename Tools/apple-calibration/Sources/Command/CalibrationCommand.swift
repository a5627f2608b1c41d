internal import ArgumentParser
internal import Foundation
internal import RosterCalibration

@main
struct CalibrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-calibration",
    abstract: "Carries out the experiments of Tools/apple-calibration with the models of views.",
    discussion: """
      No view of UIKit or AppKit is asked: on a Mac, Tools/apple-calibration/run does that.
      Exit codes: 0 if the models agree, 1 if the strict mode of one takes what its likely mode refuses.
      """)

  @Option(help: "A folder, into which what came of each experiment is written as JSON.")
  var json: String?

  @Option(help: "How many random experiments there are of each kind.")
  var seeds: UInt64 = 2_000

  // The main thread runs it.
  func run() throws { try MainActor.assumeIsolated { try carryOut() } }

  @MainActor private func carryOut() throws {
    print(Self.introduction)
    let experiments = Experiment.all(seeds: 0..<seeds)
    var isSound = true
    for family in Experiment.Family.allCases {
      let calibration = Calibration(nil, family, experiments)
      for line in calibration.summary { print(line) }
      isSound = isSound && calibration.results.allSatisfy { $0.contradiction == nil }
      guard let json else { continue }
      let file = URL(filePath: json).appending(path: "models of \(family.rawValue).jsonl")
      let system = ProcessInfo.processInfo.operatingSystemVersionString
      try Data(calibration.json(system: system).utf8).write(to: file)
    }
    if !isSound { throw ExitCode(1) }
  }

  private static var introduction: String {
    #if canImport(UIKit) || canImport(AppKit)
      "This program asks no view of UIKit or AppKit; Tools/apple-calibration/run does."
    #else
      "There is no UIKit and no AppKit here, so no view of theirs was asked: only the models of their views were."
    #endif
  }
}
