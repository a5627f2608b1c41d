import Foundation
import RosterTestKit

/// Numbered attempts of an attack in processes of their own, so that one that ends is a finding like others.
struct AttackProcess {
  /// Returns the arguments with which `roster-attack` makes attempts in its own process.
  let arguments: (Range<Int>) -> [String]
  /// How long one attempt may take before it counts as a hang, in seconds.
  private static let secondsMax: UInt32 = 120

  /// Makes attempts and returns what was found.
  ///
  /// - Parameter progress: Called with the number of attempts that are done.
  func findings(_ numbers: Range<Int>, progress: (Int) -> Void) throws -> [String] {
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

  /// Makes attempts in this process, and says on standard output how far it is.
  ///
  /// - Parameter attempt: Returns what an attempt has found, `nil` if it has found nothing.
  static func run(_ numbers: Range<Int>, _ attempt: (Int) async throws -> String?) async throws {
    for number in numbers {
      say("begin \(number)")
      alarm(secondsMax)
      if let finding = try await attempt(number) {
        let line = finding.split(whereSeparator: \.isNewline).joined(separator: " ")
        say("found number \(number): \(line)")
      }
    }
    alarm(0)
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
