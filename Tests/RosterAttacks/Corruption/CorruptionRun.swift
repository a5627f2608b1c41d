import Foundation
import RosterTestKit

/// A corruption attack in processes of its own, so that one that ends is a finding like others.
package struct CorruptionRun {
  private let seed: UInt64
  private let fault: CorruptionAttack.PlantedFault?
  /// How long one damage may take before it counts as a hang, in seconds.
  private static let secondsMax: UInt32 = 120

  package init(seed: UInt64, fault: CorruptionAttack.PlantedFault? = nil) {
    self.seed = seed
    self.fault = fault
  }

  /// Runs some damages and returns what was found.
  ///
  /// - Parameter progress: Called with the number of damages that are done.
  package func findings(
    _ numbers: Range<Int>, progress: (Int) -> Void = { _ in }
  ) throws -> [String] {
    // A process that ends is to end at once.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var findings: [String] = []
    var next = numbers.lowerBound
    while next < numbers.upperBound {
      let end = min(next + 500, numbers.upperBound)
      let child = try ChildProgram("roster-attack", arguments(next..<end))
      var failure: ChildProgram.Failure?
      var lines: [String] = []
      do {
        lines = try child.lines()
      } catch let error as ChildProgram.Failure {
        failure = error
        lines = error.lines
      }
      var begun = next
      for line in lines {
        if line.hasPrefix("begin "), let number = Int(line.dropFirst(6)) { begun = number }
        if line.hasPrefix("found ") { findings.append(String(line.dropFirst(6))) }
      }
      if let failure {
        let isHang = failure.isCrash && failure.status == SIGALRM
        let what = isHang ? "a hang" : "the process ended with \(failure.status)"
        findings.append("number \(begun): \(what)")
        next = begun + 1
      } else {
        next = end
      }
      progress(next - numbers.lowerBound)
      // One crash after another would go on for hours.
      if findings.count >= 100 { break }
    }
    return findings
  }

  private func arguments(_ numbers: Range<Int>) -> [String] {
    let faults = fault.map { ["--planted-fault", $0.rawValue] } ?? []
    return [
      "corruption", "--in-process", "--seed", "\(seed)", "--first", "\(numbers.lowerBound)",
      "--count", "\(numbers.count)",
    ] + faults
  }

  /// Runs some damages in this process, and says on standard output how far it is.
  package func runHere(_ numbers: Range<Int>) throws {
    let attack = try CorruptionAttack(seed: seed, fault: fault)
    for number in numbers {
      Self.say("begin \(number)")
      alarm(Self.secondsMax)
      if let finding = try attack.finding(number: number) {
        let line = finding.split(whereSeparator: \.isNewline).joined(separator: " ")
        Self.say("found number \(number): \(line)")
      }
    }
    alarm(0)
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
