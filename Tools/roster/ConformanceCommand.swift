import ArgumentParser
import Dispatch
import Foundation
import RosterJSON
import RosterRendererKit
import RosterLog

struct ConformanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance",
    abstract: "Check a renderer: a program that speaks the wire protocol.",
    discussion: """
      The program is started, shown random batches of every kind, and asked after each what it \
      shows. It reads lines from its standard input and writes lines to its standard output; \
      FORMATS.md describes them, and Tools/renderers/minimal.py is a complete one.

        roster conformance ./renderer.py --seed 7 --batches 500
        roster conformance --log failing.jsonl -- ./renderer.py --no-window

      If it breaks a rule, the smallest changeset log that shows it is searched for, and can be \
      used again with --log, or looked at with roster replay.

      Exit code 0 if it keeps all rules, 1 if it breaks one, crashes, says nothing or says \
      something else, 2 for wrong usage, 3 if it cannot be started or a file cannot be read or \
      written.
      """)

  @Argument(
    help: ArgumentHelp(
      "The program and its arguments.",
      discussion: "Put -- before them if one begins with a dash.", valueName: "command"))
  var command: [String]

  @Option(help: "The number from which the batches are made; the same number makes the same ones.")
  var seed: UInt64 = 1

  @Option(help: "How many batches are shown.")
  var batches = 200

  @Option(help: "Show the batches of this changeset log instead; - for standard input.")
  var log: String?

  @Option(help: "How many seconds the program has for each answer.")
  var timeout = 10

  @Option(help: "How many seconds are spent on making a failing log smaller; 0 for none.")
  var shrink = 30

  @Option(
    name: [.short, .long],
    help: "The file for the smallest failing log; printed behind the report if left out.")
  var output: String?

  @Flag(help: "Print the report as one line of JSON.")
  var json = false

  func validate() throws {
    guard (1...1_000_000).contains(batches) else {
      throw ValidationError("--batches is a number from 1 to 1000000")
    }
    guard (1...100_000).contains(timeout) else {
      throw ValidationError("--timeout is a number of seconds")
    }
    guard (0...100_000).contains(shrink) else {
      throw ValidationError("--shrink is a number of seconds")
    }
  }

  func run() throws {
    let check =
      try log.map { RendererCheck(log: try InputFile($0).readLog()) }
      ?? RendererCheck(seed: seed, batchCount: batches)
    var renderer = try RendererProcess(command, timeout: timeout)
    let report = check.report(on: &renderer)
    let smallest = try smallestLog(of: check, report)
    try write(report, smallest)
    guard let rule = report.brokenRules.first else { return }
    let others = report.brokenRules.dropFirst().map { ", \($0.rawValue)" }.joined()
    throw CommandFailure(
      ExitStatus.finding,
      "\(report.name ?? command.first ?? ""): breaks \(rule.rawValue)\(others)")
  }

  private func smallestLog(
    of check: RendererCheck, _ report: RendererReport
  ) throws -> ChangesetLog? {
    guard !report.findings.isEmpty else { return nil }
    let deadline = DispatchTime.now() + .seconds(shrink)
    return try check.shrunkLog(for: report) {
      DispatchTime.now() < deadline ? try RendererProcess(command, timeout: timeout) : nil
    }
  }

  private func write(_ report: RendererReport, _ smallest: ChangesetLog?) throws {
    if let output, let smallest {
      let file = try OutputFile(path: output)
      try file.write { $0 += smallest.bytes }
      try file.finish()
    }
    let outputFile = OutputFile()
    if json {
      try outputFile.writeLine(ConformanceReport(report, log: smallest).json)
    } else {
      try outputFile.writeLines(ConformanceReport(report, log: smallest).lines)
      if let smallest, output == nil {
        try outputFile.writeLine("The smallest log that shows it:")
        try outputFile.write { $0 += smallest.bytes }
      }
    }
    try outputFile.flush()
  }
}

/// The report of a run as text and as JSON.
struct ConformanceReport {
  private let report: RendererReport
  private let log: ChangesetLog?

  init(_ report: RendererReport, log: ChangesetLog?) {
    self.report = report
    self.log = log
  }

  /// A line for each rule, and for each finding.
  var lines: [String] {
    let name = report.name.map { "\($0): " } ?? ""
    let skipped =
      report.refusedCount == 0 ? "" : ", and \(report.refusedCount) refused changesets skipped"
    return ["\(name)\(report.batchCount) batches shown\(skipped)"]
      + RendererRule.allCases.map(line)
      + report.findings.map { finding in
        let place =
          finding.batch.map { $0 == 0 ? "at the beginning" : "batch \($0)" } ?? "at the end"
        return "\(finding.rule.rawValue), \(place): \(finding.message)"
      }
  }

  private func line(of rule: RendererRule) -> String {
    let count = report.checkCounts[rule] ?? 0
    let outcome = report.brokenRules.contains(rule) ? "broken" : "\(count)"
    return "  " + rule.rawValue.padding(toLength: 16, withPad: " ", startingAt: 0)
      + String(repeating: " ", count: max(0, 8 - outcome.count)) + outcome + "  \(rule.words)"
  }

  var json: JSONValue {
    var members: JSONObject = [
      "batches": .number(Double(report.batchCount)),
      "refused": .number(Double(report.refusedCount)),
      "checks": .object(
        JSONObject(report.checkCounts.map { (key: $0.rawValue, value: .number(Double($1))) })),
      "findings": .array(report.findings.map(json)),
    ]
    members["renderer"] = report.name.map { .string($0) }
    members["log"] = log.map { .string(String(decoding: $0.bytes, as: UTF8.self)) }
    return .object(members)
  }

  private func json(of finding: RendererReport.Finding) -> JSONValue {
    var members: JSONObject = [
      "rule": .string(finding.rule.rawValue), "message": .string(finding.message),
    ]
    members["batch"] = finding.batch.map { .number(Double($0)) }
    return .object(members)
  }
}
