internal import Foundation
internal import RosterToolkitModels

/// Experiments with a kind of view, and with both modes of the model of it.
@MainActor package struct Calibration {
  /// What came of an experiment.
  package struct Result: Sendable {
    package var experiment: Experiment
    /// What the view has done; `nil` if there is none on this system.
    package var view: Observation?
    package var likely, strict: Observation

    /// How the view differs from its model.
    package var differences: [Difference] {
      view.map { Difference.all(of: $0, likely: likely, strict: strict) } ?? []
    }

    /// What is wrong with the model itself: the strict mode refuses all that the likely mode refuses, and what it takes
    /// it shows as that does.
    package var contradiction: String? {
      if strict.refusal != nil { return nil }
      if let refusal = likely.refusal { return "the strict mode takes it: \(refusal.reason)" }
      let (shown, other) = (shown(likely), shown(strict))
      // Rows that come while the data is that of before show it.
      if experiment.family == .rows, experiment.situation == .swappedLast { return nil }
      if shown != other { return "\(shown) is shown, and \(other)" }
      return likely.selectedRows == strict.selectedRows ? nil : "other rows are selected"
    }

    /// What a mode shows. The model of rows asks for those that come within the call in its strict mode, and at the end of
    /// the update in the other one.
    private func shown(_ observation: Observation) -> [[String?]] {
      if experiment.family != .rows { return observation.shown }
      return observation.shown.map { $0.map { $0?.hasPrefix("new") == true ? "new" : $0 } }
    }
  }

  /// The kind of view; `nil` where there is none.
  package let kind: CalibratedKind?
  private let family: Experiment.Family
  package let results: [Result]

  /// Carries out the experiments of a family.
  ///
  /// - Parameter kind: The kind of view; `nil` where there is none.
  package init(_ kind: CalibratedKind?, _ family: Experiment.Family, _ experiments: [Experiment]) {
    (self.kind, self.family) = (kind, family)
    let (likely, strict) = (
      CalibratedKind.model(family, .likely), CalibratedKind.model(family, .strict)
    )
    results = experiments.filter { $0.family == family && kind?.takes($0) != false }.map {
      Result(
        experiment: $0, view: kind?.observe($0), likely: likely.observe($0),
        strict: strict.observe($0))
    }
  }

  // MARK: Reporting

  /// What came of all experiments, line by line.
  package var summary: [String] {
    let name = kind?.name ?? family.modelName
    let contradictions = results.compactMap { result in
      result.contradiction.map { "\(result.experiment): \($0)" }
    }
    let refusedCounts = (
      likely: results.count { $0.likely.refusal != nil },
      strict: results.count { $0.strict.refusal != nil }
    )
    // Unless the modes contradict each other.
    let relation = contradictions.isEmpty ? ", these among them" : ""
    var lines = [
      "\(name): \(results.count) experiments; the likely mode refuses \(refusedCounts.likely), the strict mode \(refusedCounts.strict)\(relation)"
    ]
    if kind != nil {
      for difference in Difference.allCases {
        let found = results.filter { $0.differences.contains(difference) }
        if found.isEmpty { continue }
        lines.append("\(difference.rawValue): \(found.count)")
        lines += found.prefix(20).map(Self.line)
      }
      lines.append("\(results.count { $0.differences.isEmpty }) are as the model says")
      lines += results.compactMap(Self.timing)
    }
    return lines + contradictions
  }

  /// How long an update took, if that was asked.
  private static func timing(_ result: Result) -> String? {
    guard let seconds = result.view?.seconds else { return nil }
    let (experiment, milliseconds) = (result.experiment, (seconds * 10_000).rounded() / 10)
    let what =
      experiment.situation == .reloaded
      ? "a reload" : "an update of \(experiment.calls.count) calls"
    return "\(what), \(experiment.before[0]) to \(experiment.after[0]) rows: \(milliseconds) ms"
  }

  private static func line(_ result: Result) -> String {
    let said = result.view?.refusal?.reason ?? result.view.map { "\($0.shown)" } ?? ""
    let modelled = result.likely.refusal?.reason ?? "\(result.likely.shown)"
    return "  \(result.experiment)\n    view:  \(said)\n    model: \(modelled)"
  }

  /// All results as JSON, one object on each line.
  ///
  /// - Parameter system: The system and its version.
  package func json(system: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try results.map { result in
      let record = ResultRecord(result, kind: kind?.name, system: system)
      return String(decoding: try encoder.encode(record), as: UTF8.self) + "\n"
    }.joined()
  }
}

private struct ResultRecord: Encodable {
  struct Outcome: Encodable {
    var exception: String?
    var reason: String?
    var shown: [[String?]]
    var offset: Double
    var selectedRows: [Int]
    var asked: [String]
    var notes: [String]?
    var seconds: Double?

    init(_ observation: Observation) {
      exception = observation.refusal?.name
      reason = observation.refusal?.reason
      shown = observation.shown
      offset = observation.offset
      selectedRows = observation.selectedRows
      asked = observation.asked
      notes = observation.notes.isEmpty ? nil : observation.notes
      seconds = observation.seconds
    }
  }

  var number: Int
  var family, situation: String
  var before, after: [Int]
  var calls: [String]
  var collapsedSection: Int?
  var hasFooters: Bool?
  var groupRowsBefore, groupRowsAfter: [Int]?
  var note: String?
  var system: String
  var view: String?
  var observed: Outcome?
  var likely, strict: Outcome
  var differences: [String]

  init(_ result: Calibration.Result, kind: String?, system: String) {
    let experiment = result.experiment
    (number, family) = (experiment.number, experiment.family.rawValue)
    situation = experiment.situation.rawValue
    (before, after) = (experiment.before, experiment.after)
    calls = experiment.calls.map(\.description)
    collapsedSection = experiment.collapsedSection
    hasFooters = experiment.hasFooters ? true : nil
    if experiment.groupRows != Experiment.GroupRows() {
      (groupRowsBefore, groupRowsAfter) = (
        experiment.groupRows.before, experiment.groupRows.after
      )
    }
    note = experiment.note?.rawValue
    self.system = system
    view = kind
    observed = result.view.map(Outcome.init)
    (likely, strict) = (Outcome(result.likely), Outcome(result.strict))
    differences = result.differences.map(\.rawValue)
  }
}
